"""Judge calls: a seat asks the referees of the game something, without a dispute."""
