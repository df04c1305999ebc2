// All Polish text of the page.
import { pl as pages } from "./words-pl.js";
import { proof } from "./words-pl-proof.js";
import { desk } from "./words-pl-desk.js";
import { procedure } from "./words-pl-procedure.js";
import { calls } from "./words-pl-calls.js";
import { replay } from "./words-pl-replay.js";
import { places } from "./words-pl-places.js";
import { learn } from "./words-pl-learn.js";
import { table } from "./words-pl-table.js";
import { meetings } from "./words-pl-meetings.js";
import { people } from "./words-pl-people.js";
import { clock } from "./words-pl-clock.js";
import { account } from "./words-pl-account.js";
import { seats } from "./words-pl-seats.js";

export const polish = { ...pages, ...proof, ...desk, ...procedure, ...calls, ...replay, ...places, ...learn, ...table, ...clock, ...meetings, ...people, ...account, ...seats };
