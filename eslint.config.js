import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { files: ["src/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["**/sw.js"], languageOptions: { globals: globals.serviceworker, sourceType: "script" } },
  { files: ["tests/**/*.js"], languageOptions: { globals: globals.node } },
];
