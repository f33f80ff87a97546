/**
 * A path of a URL, decoded and encoded again, as lua/edge/path.lua does it: all spellings of a path become the same
 * one. Wrong escapes stay as they are, encoded.
 */
export function canonicalPath(path: string): string {
  const bytes = Buffer.from(
    path.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1",
  );
  return encodeBytes(bytes);
}

/** The canonical path of an object's key. */
export function objectPath(key: string): string {
  return `/${encodeBytes(Buffer.from(key, "utf8"))}`;
}

function encodeBytes(bytes: Buffer): string {
  let text = "";
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    text += /[A-Za-z0-9._~/-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return text;
}
