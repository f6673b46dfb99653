/** The tables of the package, as files on the disk. */

import { readFile } from "node:fs/promises";

const FOLDER = new URL("../../../src/charidice/strategy/tables/", import.meta.url);

/** @param {string} file @returns {Promise<ArrayBuffer>} */
export async function read(file) {
  const { buffer, byteOffset, byteLength } = await readFile(new URL(file, FOLDER));
  return /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength));
}
