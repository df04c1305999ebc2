"""Who a request comes from and what they may see: tokens, invitations, names, referees."""
