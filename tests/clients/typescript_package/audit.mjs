// What the client says of audit files: `node audit.mjs FILE...`, a line each.
import { readFileSync } from "node:fs";
import { verify } from "@kronika/client";

for (const file of process.argv.slice(2)) console.log(JSON.stringify(await verify(readFileSync(file, "utf8"))));
