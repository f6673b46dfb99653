/** The page's one Trusted Types policy; browsers without Trusted Types get the plain text. */

const policy = globalThis.trustedTypes?.createPolicy("charidice", {
  // Only addresses written in our own modules come here, never one that a person typed.
  createScriptURL: (text) => text,
  // Only documents that our own server put together come here; it escapes every name in them.
  createHTML: (text) => text,
});

export const trusted = {
  /** @param {string} text @returns {any} */
  url: (text) => policy?.createScriptURL(text) ?? text,
  /** @param {string} text @returns {any} */
  html: (text) => policy?.createHTML(text) ?? text,
};
