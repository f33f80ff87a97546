/**
 * Counts what comparisons cost: a step is about as long as a comparison of two characters, or of 32 of them by the
 * engine. Beyond `most` a comparison throws `TooManySteps`.
 */
export interface Steps {
  count: number;
  readonly most?: number;
}

/** Tenants choose patterns, and strangers what is compared with them. */
export class TooManySteps extends Error {
  constructor() {
    super("too many comparisons");
  }
}

/** @throws TooManySteps */
export function spend(steps: Steps, count: number): void {
  steps.count += count;
  if (steps.count > (steps.most ?? Number.POSITIVE_INFINITY)) throw new TooManySteps();
}

const BITS = 32;
/** What a pattern and each of its parts cost, whatever their length. */
const FOR_PATTERN = 16;
const FOR_PART = 8;
/** What a character costs where there is a `?`, besides the words. */
const FOR_CHARACTER = 4;

/**
 * Whether a text matches a pattern in which `*` stands for any characters and `?` for one. It takes at most four steps
 * for each character of both; where there is a `?` between two `*`, a step for each 32 characters of that part, for
 * each character of the text.
 * @throws TooManySteps
 */
export function matches(pattern: string, text: string, steps: Steps = { count: 0 }): boolean {
  const parts = pattern.split("*");
  spend(steps, FOR_PATTERN + FOR_PART * parts.length);
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return first.length === text.length && isAt(first, text, 0, steps);
  const end = text.length - last.length;
  if (end < first.length || !isAt(first, text, 0, steps) || !isAt(last, text, end, steps)) return false;
  // Each part is taken where it comes first: what follows has the most room there.
  let from = first.length;
  for (const part of others) {
    const at = part.includes("?") ? findWithAny(part, text, from, steps) : find(part, text, from, steps);
    if (at === -1) return false;
    from = at + part.length;
  }
  return from <= end;
}

function isAt(part: string, text: string, start: number, steps: Steps): boolean {
  if (!part.includes("?")) {
    spend(steps, Math.ceil(part.length / BITS));
    return text.startsWith(part, start);
  }
  spend(steps, part.length);
  for (let index = 0; index < part.length; index++)
    if (part[index] !== "?" && part[index] !== text[start + index]) return false;
  return true;
}

/** Finds a part without `?` (Knuth, Morris and Pratt, 1977). @returns -1 where it is not */
function find(part: string, text: string, from: number, steps: Steps): number {
  const { length } = part;
  if (length === 0) return from;
  if (length > text.length - from) return -1;
  if (length === 1) {
    const at = text.indexOf(part, from);
    spend(steps, Math.ceil(((at === -1 ? text.length : at) - from) / BITS));
    return at;
  }
  // For each prefix of the part, the length of the longest shorter one with which it ends.
  const falls = new Uint32Array(length);
  let matched = 0;
  for (let index = 1; index < length; index++) {
    const code = part.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = falls[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === code) matched++;
    falls[index] = matched;
  }
  // Neither loop goes back more often than it has gone on.
  spend(steps, 2 * length);
  matched = 0;
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = falls[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === code) matched++;
    if (matched === length) {
      spend(steps, 2 * (index - from));
      return index + 1 - length;
    }
  }
  spend(steps, 2 * (text.length - from));
  return -1;
}

/** Finds a part with `?` (Shift-And: Baeza-Yates and Gonnet, 1992). @returns -1 where it is not */
function findWithAny(part: string, text: string, from: number, steps: Steps): number {
  if (part.length > text.length - from) return -1;
  const words = Math.ceil(part.length / BITS);
  // What it costs at most is known, and one pattern alone may be too much.
  spend(steps, FOR_CHARACTER * part.length + (FOR_CHARACTER + words) * (text.length - from));
  const any = new Int32Array(words);
  const masks = new Map<number, Int32Array>();
  for (let index = 0; index < part.length; index++) {
    const bit = 1 << (index & 31);
    if (part[index] === "?") any[index >> 5] = (any[index >> 5] ?? 0) | bit;
    else {
      const code = part.charCodeAt(index);
      const mask = masks.get(code) ?? new Int32Array(words);
      mask[index >> 5] = (mask[index >> 5] ?? 0) | bit;
      masks.set(code, mask);
    }
  }
  const [lastWord, lastBit] = [words - 1, 1 << ((part.length - 1) & 31)];
  // A bit is set where the part matches up to its place.
  const state = new Int32Array(words);
  for (let index = from; index < text.length; index++) {
    const mask = masks.get(text.charCodeAt(index));
    let carry = 1;
    for (let word = 0; word < words; word++) {
      const before = state[word] ?? 0;
      state[word] = ((before << 1) | carry) & ((mask?.[word] ?? 0) | (any[word] ?? 0));
      carry = before >>> 31;
    }
    if (((state[lastWord] ?? 0) & lastBit) !== 0) return index + 1 - part.length;
  }
  return -1;
}
