import { MOST_VALUE_BYTES, type SecretEncoding } from "@fulmar/contract";

/** A value to store: typed, generated, or read from a file. */
export interface TypedValue {
  readonly value: string;
  readonly encoding: SecretEncoding;
  /** The name of the source file. Null for a typed value. */
  readonly fileName: string | null;
}

export const NO_VALUE: TypedValue = { value: "", encoding: "utf8", fileName: null };

const CHARACTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.!*";
const RANDOM_RANGE = 256;

/** A random password of characters that are not easily confused, uniformly distributed. */
export function newPassword(length: number): string {
  // Larger bytes are rejected: they would make the first characters more likely.
  const usable = RANDOM_RANGE - (RANDOM_RANGE % CHARACTERS.length);
  let password = "";
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < usable && password.length < length) password += CHARACTERS[byte % CHARACTERS.length];
    }
  }
  return password;
}

/** Reads a file as a value: text if its bytes are UTF-8, base64 otherwise. Undefined if it is too large. */
export async function readFile(file: File): Promise<TypedValue | undefined> {
  if (file.size > MOST_VALUE_BYTES) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return {
      value: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
      encoding: "utf8",
      fileName: file.name,
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return {
      value: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")),
      encoding: "base64",
      fileName: file.name,
    };
  }
}
