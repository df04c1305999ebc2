// Builds the package: `node clients/typescript/build.mjs FOLDER`, which is emptied first. The reader of the ledger is the page's: its modules
// are copied beside the sources, and compiled with them.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const HERE = import.meta.dirname;
const ROOT = path.resolve(HERE, "../..");
const PAGE = path.join(ROOT, "api/static/web");
const TSC = path.join(ROOT, "tests/javascript/node_modules/typescript/bin/tsc");
const SHARED = ["audit", "eventloop.js", "grouped.js", ...["log", "seated", "servicelog", "signing", "store", "watch"].map((name) => `trust/${name}.js`)];

function gather(folder) {
  cpSync(path.join(HERE, "src"), folder, { recursive: true });
  for (const name of SHARED) cpSync(path.join(PAGE, name), path.join(folder, "page", name), { recursive: true });
  for (const name of ["package.json", "tsconfig.json"]) cpSync(path.join(HERE, name), path.join(folder, name));
}

/** The service and its clients have one version, which setup.cfg names. */
function describe(target) {
  const [, version] = /^version = (.+)$/m.exec(readFileSync(path.join(ROOT, "setup.cfg"), "utf8"));
  const about = JSON.parse(readFileSync(path.join(HERE, "package.json"), "utf8"));
  writeFileSync(path.join(target, "package.json"), `${JSON.stringify({ ...about, version }, null, 2)}\n`);
  cpSync(path.join(HERE, "README.md"), path.join(target, "README.md"));
}

const target = path.resolve(process.argv[2]);
const sources = mkdtempSync(path.join(tmpdir(), "kronika-client-"));
try {
  gather(sources);
  rmSync(target, { recursive: true, force: true });
  execFileSync(process.execPath, [TSC, "-p", sources, "--rootDir", sources, "--outDir", target], { stdio: "inherit" });
  describe(target);
} catch (problem) {
  if (problem.status === undefined) throw problem;
  process.exitCode = problem.status; // the compiler has said what is wrong
} finally {
  rmSync(sources, { recursive: true });
}
