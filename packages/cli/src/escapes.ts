const TILDE = 0x7e;
const DOT = 0x2e;
const NEW_LINE: ReadonlySet<number> = new Set([0x0a, 0x0d]);

/**
 * Finds `~.` at the start of a line, as ssh does; `~~` types one tilde.
 * @returns a function that takes the keys that were typed, in pieces, and gives those to send
 */
export function escapes(): (bytes: Buffer) => { readonly keys: Buffer; readonly leaves: boolean } {
  let atStart = true;
  let tilde = false;
  return (bytes) => {
    const keys: number[] = [];
    for (const key of bytes) {
      if (tilde) {
        tilde = false;
        if (key === DOT) return { keys: Buffer.from(keys), leaves: true };
        keys.push(TILDE);
        if (key === TILDE) {
          atStart = false;
          continue;
        }
      } else if (atStart && key === TILDE) {
        tilde = true;
        continue;
      }
      keys.push(key);
      atStart = NEW_LINE.has(key);
    }
    return { keys: Buffer.from(keys), leaves: false };
  };
}
