// Reads {name: [module, module without comments]} as JSON; prints the names of modules whose tokens differ.
const { readFileSync } = require("node:fs");
const { tokenize } = require(`${process.argv[2]}/espree`);

const tokens = (text) => JSON.stringify(tokenize(text, { ecmaVersion: "latest", sourceType: "module" }).map(({ value }) => value));
const modules = Object.entries(JSON.parse(readFileSync(0, "utf8")));
console.log(JSON.stringify(modules.filter(([, [whole, bare]]) => tokens(whole) !== tokens(bare)).map(([name]) => name)));
