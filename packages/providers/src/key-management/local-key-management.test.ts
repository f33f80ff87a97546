import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KeyUnavailable } from "../ports/key-management-port.ts";
import { addPrimaryKey, newMasterKeyText, removeKey } from "./key-file.ts";
import { localKeyManagement, readMasterKeys } from "./local-key-management.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fulmar-keys-"));
  file = join(folder, "master-key");
});
afterEach(() => rmSync(folder, { recursive: true }));

const dataKey = randomBytes(32);
const keyIds = async () => (await readMasterKeys({ file })).map(({ id }) => id);

describe("a wrapped data key", () => {
  test("unwraps only in its own context", async () => {
    const keys = localKeyManagement({ text: newMasterKeyText() });
    const wrapped = await keys.wrap(dataKey, "store 1");
    expect(wrapped.keyId).toBe(await keys.primaryKeyId());
    expect(Buffer.from(wrapped.wrapped).includes(dataKey)).toBe(false);
    expect(await keys.unwrap(wrapped, "store 1")).toEqual(dataKey);
    await expect(keys.unwrap(wrapped, "store 2")).rejects.not.toBeInstanceOf(KeyUnavailable);
  });

  test("does not unwrap under an unknown master key or under another key's id", async () => {
    const mine = localKeyManagement({ text: newMasterKeyText() });
    const other = localKeyManagement({ text: newMasterKeyText() });
    const wrapped = await mine.wrap(dataKey, "store");
    await expect(other.unwrap(wrapped, "store")).rejects.toThrow(KeyUnavailable);
    const relabelled = { ...wrapped, keyId: await other.primaryKeyId() };
    await expect(other.unwrap(relabelled, "store")).rejects.not.toBeInstanceOf(KeyUnavailable);
  });
});

describe("a file of master keys", () => {
  test("accepts a new primary key while in use and keeps the old one readable", async () => {
    writeFileSync(file, `# made by hand\n${newMasterKeyText()}  # the first\n`);
    const keys = localKeyManagement({ file });
    const before = await keys.wrap(dataKey, "store");
    await addPrimaryKey(file, newMasterKeyText());
    const after = await keys.wrap(dataKey, "store");
    expect(await keyIds()).toEqual([after.keyId, before.keyId]);
    for (const process of [keys, localKeyManagement({ file })]) {
      expect(await process.unwrap(before, "store")).toEqual(dataKey);
      expect(await process.unwrap(after, "store")).toEqual(dataKey);
    }
  });

  test("keeps the other keys, its comments and its mode when a key is removed", async () => {
    writeFileSync(file, `# made by hand\n${newMasterKeyText()}\n${newMasterKeyText()},${newMasterKeyText()}\n`);
    chmodSync(file, 0o640);
    const [first = "", second = "", third = ""] = await keyIds();
    await removeKey(file, second);
    expect(await keyIds()).toEqual([first, third]);
    await removeKey(file, first);
    expect(await keyIds()).toEqual([third]);
    expect(readFileSync(file, "utf8")).toMatch(/^# made by hand\n[0-9a-f]{64}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(["master-key"]);
  });

  test.each([
    ["nothing", ""],
    ["a comment", "# later\n"],
    ["half a key", "0123456789abcdef"],
    ["a key and something else", `${newMasterKeyText()}\nsomething else\n`],
  ])("that holds %s is refused without showing its content", async (_, text) => {
    writeFileSync(file, text);
    await expect(readMasterKeys({ file })).rejects.toThrow(
      new KeyUnavailable(`${file} does not hold keys of 64 hexadecimal digits, one for each line`),
    );
  });

  test("that is missing is reported", async () => {
    await expect(localKeyManagement({ file }).wrap(dataKey, "store")).rejects.toThrow(
      new KeyUnavailable(`${file} cannot be read`),
    );
  });
});
