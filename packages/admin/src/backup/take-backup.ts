import { randomUUID } from "node:crypto";
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Configuration, releaseVersion } from "@fulmar/config";
import { masterKeyStatus } from "@fulmar/core/operator";
import type { Database } from "@fulmar/prisma";
import { type ClientEnvironment, clientProgram, runProgram } from "./client-programs.ts";
import { BackupRefusal, FILES, type Manifest, measure } from "./manifest.ts";
import { type InstallationKeys, sealKeys } from "./sealed-keys.ts";

/** How many files of objects are read at a time. */
const PAGE = 10_000;

interface BackupRequest {
  /** Seals the keys. Undefined: the backup has none. */
  readonly passphrase: string | undefined;
  /** Of the client programs. */
  readonly env: ClientEnvironment;
}

/**
 * Writes a backup of the control plane into a new folder: the database, what opens its sealed values, and which files
 * the object store should have. Dump and list are of one moment. The folder gets its name when it is complete.
 * @throws BackupRefusal, DomainError with a sentence
 */
export async function takeBackup(
  database: Database,
  configuration: Configuration,
  { into, ...request }: BackupRequest & { readonly into: string },
): Promise<Manifest> {
  const folder = resolve(into);
  if (existsSync(folder)) throw new BackupRefusal(`${folder} already exists; name a new folder in --to.`);
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const partial = mkdtempSync(`${folder}.partial-`);
  try {
    const manifest = await writeParts(database, configuration, partial, request);
    writeFileSync(join(partial, FILES.manifest), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
    for (const file of [...manifest.parts.map((part) => part.file), FILES.manifest, "."])
      await flush(join(partial, file));
    renameSync(partial, folder);
    return manifest;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

async function writeParts(
  database: Database,
  configuration: Configuration,
  folder: string,
  { passphrase, env }: BackupRequest,
): Promise<Manifest> {
  const backupId = randomUUID();
  const { keys } = await masterKeyStatus(database.sql, configuration);
  const client = await database.pool.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const about = await readAbout(client);
    await dump(client, about.major, configuration, { file: join(folder, FILES.database), env });
    const files = await listFiles(client, join(folder, FILES.objects));
    if (passphrase !== undefined)
      writeFileSync(join(folder, FILES.keys), sealKeys(keysOf(configuration), passphrase, backupId), { mode: 0o600 });
    const parts = [FILES.database, FILES.objects, ...(passphrase === undefined ? [] : [FILES.keys])];
    return {
      format: 1,
      backup_id: backupId,
      taken_at: about.now.toISOString(),
      version: releaseVersion() ?? "repository",
      installation_id: about.installation_id,
      database: { version: about.version, major: about.major, migrations: about.migrations },
      master_key_ids: keys.filter(({ dataKeys }) => dataKeys > 0).map(({ keyId }) => keyId),
      keys: passphrase !== undefined,
      objects: { files },
      parts: await Promise.all(parts.map((file) => measure(folder, file))),
    };
  } finally {
    // Ends the transaction, whatever has become of it.
    client.release(true);
  }
}

/** A connection in its transaction. */
interface Reader {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

interface About {
  readonly now: Date;
  readonly version: string;
  readonly major: number;
  readonly installation_id: string | null;
  readonly migrations: string[];
}

async function readAbout(client: Reader): Promise<About> {
  const { rows } = await client.query<About>(`
    SELECT now(), current_setting('server_version') AS version,
           current_setting('server_version_num')::int / 10000 AS major,
           (SELECT installation_id FROM installation),
           ARRAY(SELECT migration_name::text FROM _prisma_migrations
                  WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY 1) AS migrations`);
  const [about] = rows;
  if (about === undefined) throw new Error("the server does not say what it is");
  return about;
}

/** Dumps what the transaction of `client` sees. */
async function dump(
  client: Reader,
  major: number,
  configuration: Configuration,
  { file, env }: { readonly file: string; readonly env: ClientEnvironment },
): Promise<void> {
  const program = clientProgram("pg_dump", major, { folder: configuration.postgresBin, env });
  const { rows } = await client.query<{ snapshot: string }>("SELECT pg_export_snapshot() AS snapshot");
  const { ownerUrl = configuration.databaseUrl } = configuration;
  const options = ["--format=custom", "--no-owner", "--no-password", `--snapshot=${rows[0]?.snapshot}`];
  await runProgram(program, [...options, `--file=${file}`], { url: ownerUrl, env });
  chmodSync(file, 0o600);
}

/** Writes a line of JSON for each file that a row names. @returns how many */
async function listFiles(client: Reader, file: string): Promise<number> {
  let count = 0;
  const lines = async function* () {
    for (let after = ""; ; ) {
      const { rows } = await client.query<{ file_id: string; workspace_id: string; md5: string | null }>(
        `SELECT file_id, workspace_id::text, md5 FROM object_file
          WHERE file_id > $1 AND freed_at IS NULL ORDER BY file_id LIMIT ${PAGE}`,
        [after],
      );
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      count += rows.length;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = last.file_id;
    }
  };
  await pipeline(lines, createWriteStream(file, { mode: 0o600 }));
  return count;
}

function keysOf({ secrets, masterKey, masterKeyFile }: Configuration): InstallationKeys {
  return {
    secrets: [...secrets],
    master_keys: masterKey?.replaceAll(",", "\n") ?? readFileSync(masterKeyFile, "utf8"),
  };
}

async function flush(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
