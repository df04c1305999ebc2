// What every script of the page, and of the client in TypeScript as it is compiled, is checked for: names that are not there, values never used, slips of the hand.
import path from "node:path";
import js from "@eslint/js";
import imports from "eslint-plugin-import";
import globals from "globals";

const WEB = path.resolve(import.meta.dirname, "../../api/static/web");
// From the ground up: a module imports from its own folder and from those before it, never from those after it.
const LAYERS = ["boards", "audit", "trust", "theatre", "film", "game", "learn", "desk", "places", "embed"];
const PAGES = ["./app.js", "./game.js", "./gamepage.js", "./lobby.js", "./refusals.js", "./embed"];
const zones = [
  ...LAYERS.map((layer, at) => ({ target: `./${layer}`, from: LAYERS.slice(at + 1).map((later) => `./${later}`) })),
  { target: LAYERS.filter((layer) => layer !== "embed").map((layer) => `./${layer}`), from: PAGES },
];

export default [
  { files: ["**/*.js"], languageOptions: { globals: globals.browser, sourceType: "module" } },
  { files: ["**/*.mjs"], languageOptions: { globals: globals.node } },
  { ignores: ["**/vendor/**"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_$", ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
      "no-shadow-restricted-names": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unreachable-loop": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-implied-eval": "error",
      "no-eval": "error",
      "array-callback-return": "error",
    },
  },
  {
    plugins: { import: imports },
    settings: { "import/resolver": { node: { extensions: [".js"] } } },
    rules: {
      "import/no-unresolved": ["error", { ignore: ["^/"] }],
      "import/no-cycle": "error",
      "import/no-restricted-paths": ["error", { basePath: WEB, zones }],
    },
  },
];
