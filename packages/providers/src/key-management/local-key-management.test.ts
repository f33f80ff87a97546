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

describe("a data key", () => {
  test("unwraps in its context, and in no other", async () => {
    const keys = localKeyManagement({ text: newMasterKeyText() });
    const wrapped = await keys.wrap(dataKey, "store 1");
    expect(wrapped.keyId).toBe(await keys.primaryKeyId());
    expect(Buffer.from(wrapped.wrapped).includes(dataKey)).toBe(false);
    expect(await keys.unwrap(wrapped, "store 1")).toEqual(dataKey);
    await expect(keys.unwrap(wrapped, "store 2")).rejects.not.toBeInstanceOf(KeyUnavailable);
  });

  test("is not to be had under a master key that is not known, or passed off as another one's", async () => {
    const mine = localKeyManagement({ text: newMasterKeyText() });
    const other = localKeyManagement({ text: newMasterKeyText() });
    const wrapped = await mine.wrap(dataKey, "store");
    await expect(other.unwrap(wrapped, "store")).rejects.toThrow(KeyUnavailable);
    const relabelled = { ...wrapped, keyId: await other.primaryKeyId() };
    await expect(other.unwrap(relabelled, "store")).rejects.not.toBeInstanceOf(KeyUnavailable);
  });
});

describe("a file of master keys", () => {
  test("gets a new primary while it is in use; what is under the old one stays readable", async () => {
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

  test("loses a key, and keeps the others, their remarks and who may read it", async () => {
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
    ["a remark", "# later\n"],
    ["half a key", "0123456789abcdef"],
    ["a key and something else", `${newMasterKeyText()}\nsomething else\n`],
  ])("that holds %s is said to be wrong, and not what is in it", async (_, text) => {
    writeFileSync(file, text);
    await expect(readMasterKeys({ file })).rejects.toThrow(
      new KeyUnavailable(`${file} does not hold keys of 64 hexadecimal digits, one for each line`),
    );
  });

  test("that is not there is said to be so", async () => {
    await expect(localKeyManagement({ file }).wrap(dataKey, "store")).rejects.toThrow(
      new KeyUnavailable(`${file} cannot be read`),
    );
  });
});
