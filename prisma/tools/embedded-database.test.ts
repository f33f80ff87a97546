import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { joinEmbeddedDatabase } from "./embedded-database.ts";

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fulmar-embedded-"));
  chmodSync(dataDir, 0o711); // run as root, the server belongs to another user
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function ask(url: string, sql: string): Promise<unknown> {
  const server = new URL(url);
  server.pathname = "/postgres";
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

function serverPid(): number {
  return Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
}

test("all users share one server, and it stops with the last one", async () => {
  const users = await Promise.all([joinEmbeddedDatabase(dataDir), joinEmbeddedDatabase(dataDir)]);
  const [first, second] = users;
  expect(first.url).toBe(second.url);
  await first.release();
  expect(second.isRunning()).toBe(true);
  await second.release();
  expect(second.isRunning()).toBe(false);
});

test("the data survives a restart, and a wrong password is refused", async () => {
  const before = await joinEmbeddedDatabase(dataDir);
  await ask(before.url, "CREATE TABLE kept ()");
  await before.release();
  const user = await joinEmbeddedDatabase(dataDir);
  expect(await ask(user.url, "SELECT to_regclass('kept')::text")).toBe("kept");
  expect(await ask(user.url, "SHOW fsync")).toBe("on");
  const stranger = new URL(user.url);
  stranger.password = "a guess";
  await expect(ask(stranger.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  expect(statSync(join(dataDir, "postgres.json")).mode & 0o777).toBe(0o600);
  await user.release();
});

test("a killed server is started again", async () => {
  const killed = await joinEmbeddedDatabase(dataDir);
  process.kill(serverPid(), "SIGKILL");
  await vi.waitFor(() => expect(killed.isRunning()).toBe(false));
  await killed.release();
  const user = await joinEmbeddedDatabase(dataDir);
  expect(await ask(user.url, "SELECT 1")).toBe(1);
  await user.release();
});

test("a pid file that names another program is ignored", async () => {
  const before = await joinEmbeddedDatabase(dataDir);
  await before.release();
  const lines = [process.pid, join(dataDir, "postgres"), 0, 1, "", "127.0.0.1", "", "ready"];
  writeFileSync(join(dataDir, "postgres/postmaster.pid"), `${lines.join("\n")}\n`);
  const user = await joinEmbeddedDatabase(dataDir);
  expect(await ask(user.url, "SELECT 1")).toBe(1);
  await user.release();
});
