import { createHash, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a key the primary of a file: it comes first, those that are there stay. When this returns, the file is on the
 * disk, whatever happens to the machine: from then on data keys may depend on it.
 */
export async function addPrimaryKey(file: string, key: string): Promise<void> {
  await replace(file, `${key}\n${await readFile(file, "utf8")}`);
}

/** Takes a key out of a file; everything else in it stays. */
export async function removeKey(file: string, keyId: string): Promise<void> {
  const lines = (await readFile(file, "utf8")).split("\n");
  await replace(file, lines.flatMap((line) => withoutKey(line, keyId)).join("\n"));
}

function withoutKey(line: string, keyId: string): string[] {
  const words = line.split(",");
  const kept = words.filter((word) => !parseMasterKeys(word)?.some(({ id }) => id === keyId));
  return kept.length === words.length ? [line] : kept.length === 0 ? [] : [kept.join(",")];
}

/**
 * Readers see the old file or the new one, whole, and the same users may read it: a command of root's must not shut the
 * service out.
 */
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
