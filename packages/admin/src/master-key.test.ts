import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture();
const status = (env = {}) => cli().answer(["admin", "master-key", "status"], env);
const KEYS = `${"a".repeat(64)},${"b".repeat(64)}`;

test("admin master-key rotate adds a primary key and remove drops the old one", async () => {
  const { primary: first, ...rest } = await status();
  expect(rest).toEqual({ left: "0", keys: [{ key_id: first, data_keys: "0", state: "primary" }] });
  const rotated = await cli().answer(["admin", "master-key", "rotate"]);
  expect(rotated).toEqual({ primary: expect.stringMatching(/^mk_[0-9a-f]{16}$/), made: true, rewrapped: "0" });
  expect(rotated.primary).not.toBe(first);
  expect((await status()).keys).toEqual([
    { key_id: rotated.primary, data_keys: "0", state: "primary" },
    { key_id: first, data_keys: "0", state: "old" },
  ]);
  expect(await cli().answer(["admin", "master-key", "remove", "--key-id", String(first)])).toEqual({
    key_id: first,
    removed: true,
  });
  expect((await status()).keys).toHaveLength(1);
  const file = join(cli().dataDir, "master-key");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8").trim()).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ["the primary key", async () => String((await status()).primary), {}, "This is the primary master key"],
  ["an unknown key", async () => "mk_0000000000000000", {}, "has no master key mk_0000000000000000"],
  [
    "a key from the environment",
    async () => "mk_0000000000000000",
    { FULMAR_MASTER_KEY: KEYS },
    "remove the old one from it",
  ],
])("admin master-key remove refuses %s", async (_, keyOf, env, sentence) => {
  const { code, stdout, stderr } = await cli().fulmar(
    ["admin", "master-key", "remove", "--key-id", await keyOf()],
    env,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(sentence);
});

test("keys from the environment are listed, and rotate is refused for them", async () => {
  const env = { FULMAR_MASTER_KEY: KEYS };
  expect((await status(env)).keys).toEqual([
    expect.objectContaining({ state: "primary" }),
    expect.objectContaining({ state: "old" }),
  ]);
  const { code, stderr } = await cli().fulmar(["admin", "master-key", "rotate"], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining("put a new key before it in every process")]);
});

test("a missing key file is reported in one line without a stack", async () => {
  const production = {
    FULMAR_ENVIRONMENT: "production",
    FULMAR_SECRET: randomBytes(32).toString("hex"),
    FULMAR_MASTER_KEY_FILE: join(cli().dataDir, "absent"),
  };
  const { code, stderr } = await cli().fulmar(["admin", "master-key", "status"], production);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The master keys cannot be used: \S+absent cannot be read\.\n$/),
  ]);
});
