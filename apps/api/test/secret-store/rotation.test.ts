import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { programEnvironment } from "@fulmar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { run } from "../../../../packages/admin/src/run.ts";
import { type Api, startApi } from "../api-fixture.ts";
import { secretsOf } from "./secret-store-fixture.ts";

const MAIN = join(import.meta.dirname, "../../../../packages/admin/src/main.ts");
/** More than two batches. */
const STORES = 210;

let api: Api;
let folder: string;
let file: string;
const { send, secret, store: newStore, value } = secretsOf(() => api);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "fulmar-rotation-"));
  file = join(folder, "master-key");
  writeFileSync(file, "1".repeat(64), { mode: 0o600 });
  api = await startApi({ FULMAR_MASTER_KEY: "", FULMAR_MASTER_KEY_FILE: file });
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const environment = () => ({
  ...programEnvironment(),
  DATABASE_URL: api.databaseUrl,
  FULMAR_DATA_DIR: folder,
  FULMAR_MASTER_KEY_FILE: file,
});

/** Runs an operator's command. */
async function command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const surroundings = { out, err, input: Readable.from([]), env: environment(), signals: new EventEmitter() };
  const code = await run(["admin", "master-key", ...args, "--json"], surroundings);
  const [stdout, stderr] = await Promise.all([text(out.end()), text(err.end())]);
  return { code, stdout, stderr };
}

async function answer(...args: string[]) {
  const { code, stdout, stderr } = await command(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("a killed master key rotation can be resumed, and all values stay readable throughout", async () => {
  const paths: string[] = [];
  for (let made = 0; made < STORES; made += 10) {
    const batch = Array.from({ length: 10 }, async (_, index) =>
      secret(await newStore(), { value: `value ${made + index}` }),
    );
    paths.push(...(await Promise.all(batch)));
  }
  const expectReadable = async () => {
    const values = await Promise.all(paths.map((path) => value(path)));
    expect(values.map(({ body }) => body.value)).toEqual(paths.map((_, index) => `value ${index}`));
  };
  const before = await answer("status");
  expect(before).toEqual({
    primary: expect.stringMatching(/^mk_[0-9a-f]{16}$/),
    left: "0",
    keys: [expect.objectContaining({ data_keys: String(STORES) })],
  });

  // Another transaction locks a data key of the last batch, so that the rotation waits there until it is killed.
  const holder = await api.database.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM secret_data_key ORDER BY workspace_id DESC, store_id DESC LIMIT 1 FOR UPDATE");
  const rotation = spawn(process.execPath, [MAIN, "admin", "master-key", "rotate"], {
    env: environment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const killed = once(rotation, "exit");
  const waiting = `FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
       AND query LIKE 'UPDATE secret_data_key%'`;
  await expect.poll(async () => (await api.database.pool.query(`SELECT ${waiting}`)).rowCount).toBe(1);
  const second = await command("rotate");
  expect(second).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Another command is changing the master keys"),
  });
  rotation.kill("SIGKILL");
  expect(await killed).toEqual([null, "SIGKILL"]);
  // The server would otherwise notice only when it next writes to the process.
  await api.database.pool.query(`SELECT pg_terminate_backend(pid) ${waiting}`);
  await holder.query("ROLLBACK");
  holder.release();

  const between = await answer("status");
  expect(between.primary).not.toBe(before.primary);
  expect(between.left).toBe(String(STORES - 200));
  expect(between.keys).toEqual([
    { key_id: between.primary, data_keys: "200", state: "primary" },
    { key_id: before.primary, data_keys: String(STORES - 200), state: "old" },
  ]);
  await expectReadable();
  expect((await send("POST", `${paths[0]}/versions`, { body: { value: "value 0" } })).status).toBe(201);
  const early = await command("remove", "--key-id", before.primary);
  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining("rotate first") });

  expect(await answer("rotate")).toEqual({ primary: between.primary, made: false, rewrapped: String(STORES - 200) });
  await expectReadable();

  // A running transaction may have read the file long ago, so the key stays until the transaction has ended.
  const earlier = await api.database.pool.connect();
  await earlier.query("BEGIN; SELECT 1");
  const removal = command("remove", "--key-id", before.primary);
  const looks = `SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND query LIKE 'SELECT pid FROM transactions_in_progress%'`;
  await expect.poll(async () => (await api.database.pool.query(looks)).rowCount).toBe(1);
  expect(readFileSync(file, "utf8")).toContain("1".repeat(64));
  await earlier.query("ROLLBACK");
  earlier.release();
  const removed = await removal;
  expect({ code: removed.code, answer: JSON.parse(removed.stdout) }).toEqual({
    code: 0,
    answer: { key_id: before.primary, removed: true },
  });
  expect(readFileSync(file, "utf8")).not.toContain("1".repeat(64));
  expect(await answer("status")).toEqual({
    primary: between.primary,
    left: "0",
    keys: [{ key_id: between.primary, data_keys: String(STORES), state: "primary" }],
  });

  // A process that never had the old key.
  const fresh = await startApi({ DATABASE_URL: api.databaseUrl, FULMAR_MASTER_KEY: readFileSync(file, "utf8").trim() });
  const there = secretsOf(
    () => fresh,
    () => api.tenant,
  );
  expect((await there.value(paths[1] ?? "")).body.value).toBe("value 1");
  await fresh.close();
});

test("a rotation skips data keys that it cannot unwrap and reports how many are left", async () => {
  const [lost, changed, well] = [await newStore(), await newStore(), await newStore()];
  for (const store of [lost, changed, well]) await secret(store);
  const { pool } = api.database;
  await pool.query("UPDATE secret_data_key SET master_key_id = 'mk_0000000000000000' WHERE store_id = $1", [lost]);
  await pool.query(
    `UPDATE secret_data_key SET wrapped = set_byte(wrapped, length(wrapped) - 1,
       get_byte(wrapped, length(wrapped) - 1) # 1) WHERE store_id = $1`,
    [changed],
  );
  // An operator has put a new key first.
  writeFileSync(file, `${"2".repeat(64)}\n${readFileSync(file, "utf8")}`);
  const { code, stderr } = await command("rotate");
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Rewrapped \d+ data keys; 2 are left/);
  const status = await answer("status");
  expect(status).toMatchObject({ left: "2" });
  expect(
    status.keys.map(({ state, data_keys }: { state: string; data_keys: string }) =>
      state === "primary" ? state : `${state} ${data_keys}`,
    ),
  ).toEqual(["primary", "old 1", "missing 1"]);
});
