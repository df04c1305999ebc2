// What every script of the page is checked for: names that are not there, values never used, slips of the hand.
import js from "@eslint/js";
import globals from "globals";

export default [
  { files: ["**/*.js"], languageOptions: { globals: globals.browser, sourceType: "module" } },
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
];
