import { createHash, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const KEY_BYTES = 32;
const TEXT = /^[0-9a-f]{64}$/i;

/** A master key and its id, which tells it apart from others and tells nothing else of it. */
export interface MasterKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** A new master key as files and variables hold it: 64 hexadecimal digits. */
export function newMasterKeyText(): string {
  return randomBytes(KEY_BYTES).toString("hex");
}

/**
 * The master keys in a text, one for each line or between commas; `#` begins a remark. @returns undefined when the text
 * is not that
 */
export function parseMasterKeys(text: string): MasterKey[] | undefined {
  const words = text
    .split("\n")
    .flatMap((line) => line.replace(/#.*/, "").split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return words.length > 0 && words.every((word) => TEXT.test(word)) ? words.map(toMasterKey) : undefined;
}

function toMasterKey(text: string): MasterKey {
  const bytes = Buffer.from(text, "hex");
  const id = createHash("sha256").update("fulmar master key\0").update(bytes).digest("hex").slice(0, 16);
  return { id: `mk_${id}`, key: createSecretKey(bytes) };
}
