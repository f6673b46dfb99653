/** The page's only Trusted Types policy; browsers without Trusted Types take an address as it is. */

const policy = globalThis.trustedTypes?.createPolicy("charidice", { createScriptURL: (/** @type {string} */ address) => address });

/** The address of a script of ours, for a worker. @param {string} address */
export const scriptAddress = (address) => policy?.createScriptURL(address) ?? address;
