/** Where a listing begins and ends in the order of the bytes of keys: at `from`, before `before`. */
export interface KeyRange {
  readonly from: string;
  readonly before: string;
}

const LAST_CODE_POINT = 0x10ffff;
/** Behind every key: none has more than 1,024 bytes. */
const BEHIND_ALL = String.fromCodePoint(LAST_CODE_POINT).repeat(257);

/** The keys that begin with a prefix. The order of code points is that of UTF-8's bytes. */
export function keysWithPrefix(prefix: string): KeyRange {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return { from: prefix, before: BEHIND_ALL };
  return { from: prefix, before: String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1) };
}

/** The first text behind a key that another key could be: no key has a NUL. */
export function behindKey(key: string): string {
  return `${key}\u0001`;
}

/** The first text behind everything that begins with a prefix which ends with `/`, whose next character is `0`. */
export function behindFolder(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}
