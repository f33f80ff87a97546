/** Counts what comparisons cost, for tests: comparisons of characters, or of 32 of them at once. */
export interface Steps {
  count: number;
}

/**
 * Whether a text matches a pattern in which `*` stands for any characters and `?` for one. Strangers choose texts and
 * tenants choose patterns, so it takes at most three steps for each character of both; where there is a `?` between two
 * `*`, a step for each 32 characters of that part, for each character of the text.
 */
export function matches(pattern: string, text: string, steps: Steps = { count: 0 }): boolean {
  const parts = pattern.split("*");
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
  for (let index = 0; index < part.length; index++) {
    steps.count++;
    if (part[index] !== "?" && part[index] !== text[start + index]) return false;
  }
  return true;
}

/** Finds a part without `?` (Knuth, Morris and Pratt, 1977). @returns -1 where it is not */
function find(part: string, text: string, from: number, steps: Steps): number {
  if (part === "") return from;
  if (part.length > text.length - from) return -1;
  // For each prefix of the part, the length of the longest shorter one with which it ends.
  const falls = new Uint32Array(part.length);
  let matched = 0;
  const advance = (character: string | undefined) => {
    while (matched > 0 && part[matched] !== character) {
      steps.count++;
      matched = falls[matched - 1] ?? 0;
    }
    steps.count++;
    if (part[matched] === character) matched++;
  };
  for (let index = 1; index < part.length; index++) {
    advance(part[index]);
    falls[index] = matched;
  }
  matched = 0;
  for (let index = from; index < text.length; index++) {
    advance(text[index]);
    if (matched === part.length) return index + 1 - part.length;
  }
  return -1;
}

const BITS = 32;

/** Finds a part with `?` (Shift-And: Baeza-Yates and Gonnet, 1992). @returns -1 where it is not */
function findWithAny(part: string, text: string, from: number, steps: Steps): number {
  if (part.length > text.length - from) return -1;
  const words = Math.ceil(part.length / BITS);
  const any = new Uint32Array(words);
  const masks = new Map<string, Uint32Array>();
  for (let index = 0; index < part.length; index++) {
    const character = part.charAt(index);
    const mask = character === "?" ? any : (masks.get(character) ?? new Uint32Array(words));
    mask[index >> 5] = (mask[index >> 5] ?? 0) | (1 << (index & 31));
    if (character !== "?") masks.set(character, mask);
  }
  const [lastWord, lastBit] = [words - 1, 1 << ((part.length - 1) & 31)];
  // A bit is set where the part matches up to its place.
  const state = new Uint32Array(words);
  for (let index = from; index < text.length; index++) {
    const mask = masks.get(text[index] ?? "");
    let carry = 1;
    for (let word = 0; word < words; word++) {
      steps.count++;
      const before = state[word] ?? 0;
      state[word] = ((before << 1) | carry) & ((mask?.[word] ?? 0) | (any[word] ?? 0));
      carry = before >>> 31;
    }
    if (((state[lastWord] ?? 0) & lastBit) !== 0) return index + 1 - part.length;
  }
  return -1;
}
