import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { files: ["src/**/*.js"], ignores: ["**/engine/**"], languageOptions: { globals: globals.browser } },
  // In pages, workers and node alike.
  { files: ["**/engine/**/*.js"], languageOptions: { globals: globals["shared-node-browser"] } },
  { files: ["**/sw.js"], languageOptions: { globals: globals.serviceworker, sourceType: "script" } },
  { files: ["tests/**/*.js"], languageOptions: { globals: globals.node } },
];
