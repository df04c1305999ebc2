// The page's verifier outside a browser: a file a line (an object, its text, or a bundle in base64; perhaps an older checkpoint), one line of what was found for each.
import { createInterface } from "node:readline";

const part = (name) => import(new URL(`../../api/static/web/${name}.js`, import.meta.url).href);
const { verify } = await part("audit/check");
const { verifyBundle } = await part("audit/bundle");
const { accountWords, verdictWords } = await part("audit/verdict");
const { accountOf } = await part("audit/account");
const { checkActors, checkLeaving } = await part("audit/away");
const { readClocks } = await part("audit/clocks");
const { readFile } = await part("audit/file");
const { openValues } = await part("audit/values");
const { FORMATS, TABLES } = await part("audit/tables");
const { speakable, translator } = await part("i18n");
const languages = [translator("en"), translator(await speakable("pl"))];

const accountIn = async (file) => accountOf(file.entries, await openValues(file)).account;
/** What is wrong with the clocks and bots of a log, given as [entries, number of seats, types of its ruleset]; null for nothing. */
const problemIn = ([entries, seatCount, played]) => {
  const file = { entries, seatCount, terms: { types: true, played: new Set(played) } };
  try {
    for (const check of [checkActors, checkLeaving, readClocks]) check(file);
    return null;
  } catch ({ message, values, entry }) {
    return { message, values, entry };
  }
};
const found = async ({ tables, timed, file, bundle, account: ofFile, older, kept = null }) => {
  if (tables) return { tables: TABLES, formats: FORMATS };
  if (timed) return { problem: problemIn(timed) };
  if (ofFile) return { account: await accountIn(await readFile(ofFile)) };
  const whole = bundle ? await verifyBundle(new Uint8Array(Buffer.from(bundle, "base64"))) : await verify(file, { older, events: [], kept });
  const report = bundle ? whole.audit : whole;
  const [words, account] = whole.verdict ? [verdictWords(report, []), report.account] : [[], null];
  const said = languages.map((t) => words.map(([text, values]) => t(text, values)));
  const accounted = languages.map((t) => accountWords(t, account ? report.sentences : []));
  const checks = whole.checks.map(({ name, status, message }) => [name, status, message]);
  const values = Object.fromEntries(whole.checks.map((one) => [one.name, one.values]));
  return { checks, values, verdict: whole.verdict, said, account, accounted };
};

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await found(JSON.parse(line))));
