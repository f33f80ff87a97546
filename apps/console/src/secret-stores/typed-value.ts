import { MOST_VALUE_BYTES, type SecretEncoding } from "@fulmar/contract";

/** A value that is about to be stored: typed, made up, or a file's bytes. */
export interface TypedValue {
  readonly value: string;
  readonly encoding: SecretEncoding;
  /** Of the file that it came from; null for what was typed. */
  readonly fileName: string | null;
}

export const NO_VALUE: TypedValue = { value: "", encoding: "utf8", fileName: null };

const CHARACTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.!*";
const RANDOM_RANGE = 256;

/** A password of characters that are not taken for each other, each as likely as any other. */
export function newPassword(length: number): string {
  // Bytes beyond the last whole multiple would make the first characters likelier.
  const usable = RANDOM_RANGE - (RANDOM_RANGE % CHARACTERS.length);
  let password = "";
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < usable && password.length < length) password += CHARACTERS[byte % CHARACTERS.length];
    }
  }
  return password;
}

/** A file as a value: text where its bytes are UTF-8, base64 otherwise; undefined where it is too large. */
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
