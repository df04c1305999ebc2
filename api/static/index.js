// The lobby's table. Names come from strangers, so everything is put in as text.
const rows = document.getElementById("games");
const said = document.getElementById("said");
const more = document.getElementById("more");
let next = null;

function cell(content) {
  const td = document.createElement("td");
  td.append(content);
  return td;
}

function gameLink(game) {
  const a = document.createElement("a");
  a.href = `/v1/games/${game.id}`;
  a.textContent = game.ruleset;
  return a;
}

function row(game) {
  const tr = document.createElement("tr");
  const names = game.seats.map((seat) => seat.name ?? "free").join(", ");
  const changed = new Date(game.updated_at).toLocaleString();
  tr.append(cell(gameLink(game)), cell(game.status), cell(names), cell(String(game.version)), cell(changed));
  return tr;
}

async function readPage() {
  const query = next === null ? "" : `?cursor=${encodeURIComponent(next)}`;
  const answer = await fetch(`/v1/games${query}`);
  const page = await answer.json();
  if (!answer.ok) throw new Error(page.detail);
  rows.append(...page.games.map(row));
  next = page.next;
  more.hidden = next === null;
  said.textContent = rows.children.length === 0 ? "No game has been set up yet." : "";
}

function show() {
  readPage().catch((error) => { said.textContent = `The lobby cannot be read: ${error.message}`; });
}

more.addEventListener("click", show);
show();
