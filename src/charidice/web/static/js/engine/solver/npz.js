/** Reader of NumPy's .npz files, which are zip archives of arrays: the same files that Python reads. */

/** @typedef {Uint8Array | Float32Array | string[]} Numbers */
/** @typedef {{ shape: number[], data: Numbers }} NpyArray */

/** A file without a complete table. */
export class CannotLoad extends Error {
  /** @param {string} why */
  constructor(why) {
    super(`not-a-solution: ${why}`);
    this.code = "not-a-solution";
  }
}

const [END_OF_DIRECTORY, DIRECTORY_ENTRY, LOCAL_HEADER] = [0x06054b50, 0x02014b50, 0x04034b50];
const END_SIZE = 22;
// The longest comment that can follow the end of the directory.
const MOST_COMMENT = 65_535;
const [STORED, DEFLATED] = [0, 8];
const NPY = "\x93NUMPY";
// The largest table has 8 MB.
const MOST_BYTES = 64_000_000;
const MOST_ARRAYS = 200;

/** All arrays of a file by name. @param {ArrayBuffer} buffer @returns {Promise<Map<string, NpyArray>>} */
export async function readNpz(buffer) {
  const view = new DataView(buffer);
  try {
    const found = entries(view).map(async ({ name, bytes, deflated, size }) => {
      const content = deflated ? await inflated(bytes) : bytes;
      if (content.length !== size) throw new CannotLoad(`${name} is not complete`);
      return /** @type {[string, NpyArray]} */ ([name.replace(/\.npy$/, ""), readNpy(content)]);
    });
    return new Map(await Promise.all(found));
  } catch (error) {
    // A damaged file: outside the buffer, or not what inflates.
    if (error instanceof RangeError || error instanceof TypeError) throw new CannotLoad(error.message);
    throw error;
  }
}

/** The archive's directory. @param {DataView<ArrayBuffer>} view */
function entries(view) {
  let end = view.byteLength - END_SIZE;
  const least = Math.max(0, end - MOST_COMMENT);
  while (end >= least && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  if (end < least) throw new CannotLoad("no directory");
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ARRAYS) throw new CannotLoad(`${count} arrays`);
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new CannotLoad("damaged directory");
    const [method, packed, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameLength));
    const local = view.getUint32(at + 42, true);
    at += 46 + nameLength + extra + comment;
    if (size > MOST_BYTES || (method !== STORED && method !== DEFLATED)) throw new CannotLoad(`${name} of ${size} bytes by method ${method}`);
    if (view.getUint32(local, true) !== LOCAL_HEADER) throw new CannotLoad(`no ${name}`);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    return { name, bytes: new Uint8Array(view.buffer, start, packed), deflated: method === DEFLATED, size };
  });
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** One array: a header in Python's notation, then the numbers. @param {Uint8Array<ArrayBuffer>} bytes @returns {NpyArray} */
export function readNpy(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (String.fromCharCode(...bytes.subarray(0, NPY.length)) !== NPY) throw new CannotLoad("not an array");
  const wide = bytes[6] > 1;
  const start = wide ? 12 : 10;
  const end = start + (wide ? view.getUint32(8, true) : view.getUint16(8, true));
  const header = String.fromCharCode(...bytes.subarray(start, end));
  const told = /^\{'descr': '([^']+)', 'fortran_order': False, 'shape': \(([\d, ]*)\), \}\s*$/.exec(header);
  if (!told) throw new CannotLoad(`header ${header.trim()}`);
  const shape = told[2].split(",").filter((word) => word.trim()).map(Number);
  // Views of numbers need an aligned start.
  return { shape, data: numbersOf(told[1], bytes.slice(end), shape.reduce((product, length) => product * length, 1)) };
}

/** @param {string} type @param {Uint8Array<ArrayBuffer>} bytes @param {number} count @returns {Numbers} */
function numbersOf(type, bytes, count) {
  const letters = /^<U(\d+)$/.exec(type);
  const size = letters ? 4 * Number(letters[1]) : /** @type {Record<string, number>} */ ({ "|u1": 1, "<f2": 2, "<f4": 4 })[type];
  if (!size || bytes.length !== size * count) throw new CannotLoad(`${bytes.length} bytes for ${count} of ${type}`);
  if (type === "|u1") return bytes;
  if (type === "<f2") return halves(new Uint16Array(bytes.buffer));
  if (type === "<f4") return new Float32Array(bytes.buffer);
  const [codes, length] = [new Uint32Array(bytes.buffer), size / 4];
  return Array.from({ length: count }, (_, at) => String.fromCodePoint(...codes.subarray(at * length, (at + 1) * length)).replace(/\0+$/, ""));
}

/** Numbers of half precision, which not every browser reads. @param {Uint16Array} codes */
export function halves(codes) {
  const found = new Float32Array(codes.length);
  for (let at = 0; at < codes.length; at += 1) {
    const exponent = (codes[at] >> 10) & 31;
    const fraction = codes[at] & 1023;
    if (exponent === 31) throw new CannotLoad("a number that is not finite");
    const size = exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24;
    found[at] = codes[at] >> 15 ? -size : size;
  }
  return found;
}

/** Fills numbers from all their high bytes, then all lower ones, as tables hold them. @template {Uint16Array | Uint32Array} T @param {Uint8Array} stored @param {T} into @returns {T} */
export function joined(stored, into) {
  const count = into.length;
  for (let plane = 0; plane < stored.length; plane += count) {
    for (let at = 0; at < count; at += 1) into[at] = (into[at] << 8) | stored[plane + at];
  }
  return into;
}

/**
 * The numbers of which these are the changes, in place: along rows some times, or from row to row once before. The last bit
 * of a change is its sign.
 * @template {Uint16Array | Uint32Array} T @param {T} changes @param {number} count of a row @param {number} times @param {number} [layer] in which rows change, too
 */
export function summed(changes, count, times, layer = count) {
  for (let at = 0; at < changes.length; at += 1) changes[at] = (changes[at] >>> 1) ^ -(changes[at] & 1);
  for (let start = 0; start < changes.length; start += layer) {
    for (let at = start + count; at < start + layer; at += 1) changes[at] += changes[at - count];
  }
  for (let time = 0; time < times; time += 1) {
    for (let row = 0; row < changes.length; row += count) {
      for (let at = row + 1; at < row + count; at += 1) changes[at] += changes[at - 1];
    }
  }
  return changes;
}
