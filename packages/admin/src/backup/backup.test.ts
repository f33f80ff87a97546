import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@fulmar/prisma";
import { clientPrograms } from "@fulmar/prisma/server";
import { needs } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliFixture } from "../cli-fixture.ts";
import { clientProgram } from "./client-programs.ts";

const cli = cliFixture();
const [passphrase, secret] = ["a passphrase of the test", "s".repeat(40)];
/** The servers of tests are of this version. */
const SERVER = 18;
const bin = await programFolder();
let folder: string;
let passphraseFile: string;
const made: string[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fulmar-backup-"));
  passphraseFile = join(folder, "passphrase");
  writeFileSync(passphraseFile, `${passphrase}\n`);
});
afterAll(async () => {
  for (const name of made) await cli().database.pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  rmSync(folder, { recursive: true });
});

/** The URL of a database that does not exist yet. */
function newDatabaseUrl(): string {
  const url = new URL(cli().databaseUrl);
  const name = `fulmar_restored_${randomBytes(6).toString("hex")}`;
  made.push(name);
  url.pathname = `/${name}`;
  return url.href;
}

test("a backup needs a passphrase or says that it has no keys", async () => {
  const to = join(folder, "none");
  const { code, stderr } = await cli().fulmar(["admin", "backup", "--to", to]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("Give --passphrase-file for the keys")]);
  const short = join(folder, "short");
  writeFileSync(short, "short\n");
  const refused = await cli().fulmar(["admin", "backup", "--to", to, "--passphrase-file", short]);
  expect(refused.stderr).toContain("at least 12 characters");
});

test("without the client programs of the server's version, one sentence says what to install", async () => {
  const args = ["admin", "backup", "--to", join(folder, "none"), "--without-keys"];
  const { code, stderr } = await cli().fulmar(args, { FULMAR_POSTGRES_BIN: "/nowhere" });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^pg_dump \d+ or later is needed and is not here: install .* FULMAR_POSTGRES_BIN\.\n$/),
  ]);
  expect(readdirSync(folder).filter((name) => name.startsWith("none"))).toEqual([]);
});

test("what is no backup is not restored", async () => {
  const { code, stderr } = await cli().fulmar(["admin", "restore", "--from", folder]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("is not the folder of a backup")]);
});

describe("with the client programs", needs("PostgreSQL 18's pg_dump", hasPrograms()), () => {
  const env = () => ({ FULMAR_SECRET: secret, ...(bin !== undefined && { FULMAR_POSTGRES_BIN: bin }) });

  test("a backup is restored with all rows, rights and keys, and nowhere holds the keys in clear", async () => {
    const { database, answer, fulmar, dataDir } = cli();
    await answer(["seed"], env());
    const [{ workspace_id } = { workspace_id: 0n }] = await database.prisma.workspace.findMany();
    await database.pool.query(
      "INSERT INTO object_file (workspace_id, file_id, md5) VALUES ($1, 'file_1', 'm'), ($1, 'file_2', NULL)",
      [workspace_id],
    );
    await database.pool.query(
      "INSERT INTO object_store (store_id, host, folder, scrub_began_at) VALUES ('store_1', 'h', '/f', now())",
    );
    const to = join(folder, "whole");
    const taken = await answer(["admin", "backup", "--to", to, "--passphrase-file", passphraseFile], env());
    expect(taken).toMatchObject({ folder: to, object_files: "2", keys: "sealed under the passphrase" });
    expect(readdirSync(to).sort()).toEqual(["database.dump", "keys.json", "manifest.json", "objects.jsonl"]);
    expect(readdirSync(to).map((file) => statSync(join(to, file)).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600]);
    const masterKey = readFileSync(join(dataDir, "master-key"), "utf8").trim();
    for (const file of readdirSync(to)) {
      const bytes = readFileSync(join(to, file), "latin1");
      for (const key of [masterKey, secret]) expect(bytes).not.toContain(key);
    }

    const url = newDatabaseUrl();
    const onto = { ...env(), DATABASE_URL: url };
    const restore = ["admin", "restore", "--from", to, "--passphrase-file", passphraseFile];
    writeFileSync(join(folder, "other"), "another passphrase\n");
    const wrong = await fulmar(
      ["admin", "restore", "--from", to, "--passphrase-file", join(folder, "other"), "--keys-to", join(folder, "no")],
      onto,
    );
    expect(wrong.stderr).toBe("The passphrase does not open the keys of the backup.\n");
    const restored = await answer([...restore, "--keys-to", join(folder, "keys")], onto);
    expect(restored).toMatchObject({ backup_id: taken.backup_id, migrations: [], object_files: "2" });
    expect(readFileSync(join(folder, "keys", "secret"), "utf8")).toBe(secret);
    expect(readFileSync(join(folder, "keys", "master-key"), "utf8").trim()).toBe(masterKey);

    const copy = openDatabase(url, { max: 1 });
    const rowsOf = async ({ pool }: typeof copy) =>
      (await pool.query("SELECT token_id FROM api_token ORDER BY 1")).rows;
    expect(await rowsOf(copy)).toEqual(await rowsOf(database));
    const { rows } = await copy.pool.query(
      `SELECT has_table_privilege('fulmar_request', 'vm', 'SELECT') AS may, (SELECT scrub_began_at
         FROM object_store) AS began`,
    );
    expect(rows).toEqual([{ may: true, began: null }]);
    await copy.close();

    const again = await fulmar(restore, onto);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining("The database is not empty, and nothing in it was changed"),
    ]);
  });

  test("a backup that was changed, or is of a later version, is refused before anything is done", async () => {
    const { answer, fulmar } = cli();
    const to = join(folder, "changed");
    await answer(["admin", "backup", "--to", to, "--without-keys"], env());
    const onto = { ...env(), DATABASE_URL: newDatabaseUrl() };
    const manifest = readFileSync(join(to, "manifest.json"), "utf8");
    const later = JSON.parse(manifest) as { database: { migrations: string[] } };
    later.database.migrations.push("29990101000000_later");
    writeFileSync(join(to, "manifest.json"), JSON.stringify(later));
    expect((await fulmar(["admin", "restore", "--from", to], onto)).stderr).toContain("of a later version");
    writeFileSync(join(to, "manifest.json"), manifest);
    expect((await fulmar(["admin", "restore", "--from", to, "--keys-to", join(folder, "k")], onto)).stderr).toContain(
      "without keys",
    );
    writeFileSync(join(to, "objects.jsonl"), "{}\n");
    expect((await fulmar(["admin", "restore", "--from", to], onto)).stderr).toContain("objects.jsonl of the backup");
    rmSync(join(to, "database.dump"));
    expect((await fulmar(["admin", "restore", "--from", to], onto)).stderr).toContain("lacks its file database.dump");
    expect((await fulmar(["admin", "backup", "--to", to, "--without-keys"], env())).stderr).toContain("already exists");
  });
});

/**
 * The folder that FULMAR_POSTGRES_BIN names, else that of the downloaded programs. Undefined: those that are
 * installed.
 */
async function programFolder(): Promise<string | undefined> {
  if (process.env.FULMAR_POSTGRES_BIN !== undefined) return process.env.FULMAR_POSTGRES_BIN;
  const programs = await clientPrograms();
  if ("bin" in programs) return programs.bin;
  process.stdout.write(`${programs.reason} Tests of backups use those that are installed, or are skipped.\n`);
  return undefined;
}

/** Without them the server cannot be dumped here, and the tests are skipped. */
function hasPrograms(): boolean {
  try {
    return clientProgram("pg_dump", SERVER, { folder: bin, env: process.env }).major >= SERVER;
  } catch {
    return false;
  }
}
