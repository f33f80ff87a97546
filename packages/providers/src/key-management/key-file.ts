import { createHash, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Adds a key to a file as its primary: it comes first, and the existing keys stay. The file is synced to disk before
 * this returns, because data keys may depend on the key from then on.
 */
export async function addPrimaryKey(file: string, key: string): Promise<void> {
  await replace(file, `${key}\n${await readFile(file, "utf8")}`);
}

/** Removes a key from a file and keeps the rest of the file. */
export async function removeKey(file: string, keyId: string): Promise<void> {
  const lines = (await readFile(file, "utf8")).split("\n");
  await replace(file, lines.flatMap((line) => withoutKey(line, keyId)).join("\n"));
}

function withoutKey(line: string, keyId: string): string[] {
  const words = line.split(",");
  const kept = words.filter((word) => !parseMasterKeys(word)?.some(({ id }) => id === keyId));
  return kept.length === words.length ? [line] : kept.length === 0 ? [] : [kept.join(",")];
}

/** Replaces the file atomically and keeps its owner and mode: a command run as root must not lock the service out. */
async function replace(file: string, text: string): Promise<void> {
  const { mode, uid, gid } = await stat(file);
  const fresh = `${file}.${process.pid}`;
  try {
    await onDisk(fresh, "w", async (written) => {
      await written.chown(uid, gid);
      await written.chmod(mode & 0o777);
      await written.writeFile(text);
    });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  await onDisk(dirname(file), "r", async () => undefined);
}

async function onDisk(
  path: string,
  flags: "w" | "r",
  work: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

const KEY_BYTES = 32;
const TEXT = /^[0-9a-f]{64}$/i;

/** A master key with an id that reveals nothing about the key. */
export interface MasterKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** A new master key in the format of key files and variables: 64 hexadecimal digits. */
export function newMasterKeyText(): string {
  return randomBytes(KEY_BYTES).toString("hex");
}

/**
 * Parses master keys, separated by newlines or commas; `#` begins a comment. @returns undefined when the text is
 * malformed
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
