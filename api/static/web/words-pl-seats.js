// Polish text of accounts at tables: seats, invitations by name, notices.
export const seats = {
  "Your seat": "Twoje miejsce",
  "Take this seat into the account {name}": "Przenieś to miejsce na konto {name}",
  "You sit here as a guest. In your account the seat opens on all your devices, and this cannot be undone.":
    "Siedzisz tu jako gość. Na koncie miejsce otworzy się na wszystkich twoich urządzeniach, a cofnąć się tego nie da.",
  "This seat cannot be taken into your account: you may already have a seat there, or the game is over.":
    "Tego miejsca nie można przenieść na konto: może masz tam już inne albo gra się skończyła.",
  "This seat cannot be taken into your account: whoever judges a game, or owns a bot's account, cannot play in it.":
    "Tego miejsca nie można przenieść na konto: kto w grze sędziuje, ten w niej nie gra.",
  "Go on here": "Graj dalej tutaj",
  "The key of your seat is in another browser, so your moves are made there. If you go on here, this browser makes a new key and only it can act from then on. Without the word of the old key the account of the game says so, for everybody to see.":
    "Klucz twojego miejsca jest w innej przeglądarce i tam wykonuje się ruchy. Jeśli zagrasz dalej tutaj, ta przeglądarka utworzy nowy klucz i odtąd ruchy będą możliwe tylko w niej. Zapis gry powie wszystkim, że stało się to bez słowa dawnego klucza.",
  "This seat cannot go on in another browser now: a seat may do so ten times, while its game goes on.":
    "Tego miejsca nie można teraz przenieść do innej przeglądarki: wolno to zrobić dziesięć razy, dopóki gra trwa.",
  "Sign in there, open this game, and choose: Go on here.": "Zaloguj się tam, otwórz tę grę i wybierz: Graj dalej tutaj.",
  "A new key for this seat…": "Nowy klucz tego miejsca…",
  "For when somebody may have a copy of this browser's data. The old key agrees, and counts no more.":
    "Gdy ktoś może mieć kopię danych tej przeglądarki. Dawny klucz na to przystaje i przestaje się liczyć.",
  "Invite by name": "Zaproś po nazwie",
  "{name} is invited.": "Zaproszono: {name}.",
  "{name} is invited: {what}, until {time}": "Zaproszono {name}: {what}, do {time}",
  "By name, or one link for one seat": "Po nazwie albo odnośnikiem na jedno miejsce",
  "There is no account of this name that takes invitations from you: people choose who may invite them. A link works for everybody.":
    "Żadne konto o tej nazwie nie przyjmuje twoich zaproszeń: każdy wybiera, kto może go zapraszać. Odnośnik działa dla wszystkich.",
  "This account has declined, or you have invited 20 people within a day. A link works for everybody.":
    "To konto odmówiło albo w ciągu dnia zaproszono już 20 osób. Odnośnik działa dla wszystkich.",
  "{name} invites you.": "Zaprasza cię {name}.",
  "You are invited.": "Masz zaproszenie.",
  "Decline": "Odmów",
  "Decline the invitation": "Odrzuć zaproszenie",
  "You sit down as {name}.": "Siadasz jako {name}.",
  "You play as {name}.": "Grasz jako {name}.",
  "Only people with an account": "Tylko osoby z kontem",
  "Guests may watch, and cannot sit down.": "Goście mogą oglądać, ale nie mogą usiąść.",
  "Only people with an account sit down at this table. Everybody may watch.":
    "Przy tym stole siadają tylko osoby z kontem. Oglądać mogą wszyscy.",
  "Account name (without one: a link)": "Nazwa konta (bez niej: odnośnik)",
  "{name} accepts the appointment at this address, signed in. Nobody else can.":
    "{name} przyjmuje powołanie pod tym adresem, po zalogowaniu. Nikt inny nie może.",
  "This account cannot referee here: it plays or organises, or its bot or owner does, or there is no account of this name.":
    "To konto nie może tu sędziować: gra albo organizuje, ono, jego bot lub właściciel, albo takiego konta nie ma.",
  "Accept as {name}": "Przyjmij jako {name}",
  "Or with a code, as somebody else:": "Albo kodem, jako ktoś inny:",
  "Your account is not appointed here: it was not, has accepted already, or the organiser has withdrawn it.":
    "Twoje konto nie ma tu powołania: nie było go, zostało już przyjęte albo organizator je wycofał.",
  "Your turn in {game} against {names}.": "Twoja kolej w grze {game}, przeciw: {names}.",
  "Your turn in {game}.": "Twoja kolej w grze {game}.",
  "{name} invites you to a table.": "{name} zaprasza cię do stołu.",
  "You are invited to a table.": "Masz zaproszenie do stołu.",
  "Your appointments": "Twoje powołania",
  "as a referee": "na sędziego",
  "as the head referee": "na sędziego głównego",
  "Meeting: {name}": "Spotkanie: {name}",
  "Notices of this device": "Powiadomienia na tym urządzeniu",
  "Your system says when it is your turn, also where no page is open.": "System powie, gdy przyjdzie twoja kolej, także bez otwartej strony.",
  "Notify me on this device": "Powiadamiaj mnie na tym urządzeniu",
  "This browser does not allow notices of this page: its settings do.": "Ta przeglądarka nie pozwala na powiadomienia z tej strony: pozwolą na to jej ustawienia.",
  "This browser receives no push messages.": "Ta przeglądarka nie odbiera powiadomień.",
};
