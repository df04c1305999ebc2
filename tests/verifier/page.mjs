// The page's verifier outside a browser: a file a line (an object, its text, or a bundle in base64; perhaps an older checkpoint), one line of what was found for each.
import { createInterface } from "node:readline";

const part = (name) => import(new URL(`../../api/static/web/${name}.js`, import.meta.url).href);
const { verify } = await part("audit/check");
const { verifyBundle } = await part("audit/bundle");
const { verdictWords } = await part("audit/verdict");
const { FORMATS, TABLES } = await part("audit/tables");
const { speakable, translator } = await part("i18n");
const languages = [translator("en"), translator(await speakable("pl"))];

const found = async ({ tables, file, older, bundle }) => {
  if (tables) return { tables: TABLES, formats: FORMATS };
  const whole = bundle ? await verifyBundle(new Uint8Array(Buffer.from(bundle, "base64"))) : await verify(file, { older, events: [] });
  const words = whole.verdict ? verdictWords(bundle ? whole.audit : whole, []) : [];
  const said = languages.map((t) => words.map(([text, values]) => t(text, values)));
  return { checks: whole.checks.map(({ name, status, message }) => [name, status, message]), verdict: whole.verdict, said };
};

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await found(JSON.parse(line))));
