/** Rules for the page and the boards of the games. Run from the root of the repository: the boards lie outside this folder. */
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["**/node_modules/**", "web/src/lib/messages.ts", "web/operator/messages.ts", "**/web/picture.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    rules: {
      // TypeScript knows which names are defined.
      "no-undef": "off",
      // The page has its own router, and addresses are relative to the server.
      "svelte/no-navigation-without-resolve": "off",
      // A map that nothing renders is a plain one on purpose, {" "} keeps a blank, and svelte-check knows which comments it needs.
      "svelte/prefer-svelte-reactivity": "off",
      "svelte/no-useless-mustaches": "off",
      "svelte/no-unused-svelte-ignore": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
);
