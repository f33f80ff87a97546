import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Configuration } from "@fulmar/config";
import { type Finding, keyFindings } from "@fulmar/core/operator";
import {
  distrustFiles,
  openDatabase,
  prepareDatabase,
  type Receiver,
  readyForDump,
  unknownMigrations,
} from "@fulmar/prisma";
import { type ClientEnvironment, clientProgram, runProgram } from "./client-programs.ts";
import { BackupRefusal, FILES, type Manifest, readBackup } from "./manifest.ts";
import { openKeys, readPassphrase } from "./sealed-keys.ts";

export interface RestoreRequest {
  readonly from: string;
  /** A new folder for the keys of the backup. Undefined: they are left in it. */
  readonly keysTo: string | undefined;
  readonly passphraseFile: string | undefined;
  /** Of the client program. */
  readonly env: ClientEnvironment;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Those of this version that the backup did not have. */
  readonly migrations: readonly string[];
  /** Findings on whether the keys of this installation open what is sealed. */
  readonly keys: readonly Finding[];
}

/**
 * Restores a backup into the empty database of the configuration, brings it to this version and lets the processes log
 * in. What was restored is there as a whole, or not at all. Sites are fenced until they are resumed (docs/adr/0028).
 * @throws BackupRefusal, DomainError with a sentence
 */
export async function restoreBackup(configuration: Configuration, request: RestoreRequest): Promise<Restored> {
  const { databaseUrl, ownerUrl = databaseUrl, workerUrl = databaseUrl } = configuration;
  const folder = resolve(request.from);
  const manifest = await readBackup(folder);
  requireKnown(manifest);
  const program = clientProgram("pg_restore", manifest.database.major, {
    folder: configuration.postgresBin,
    env: request.env,
  });
  const keys = keyWriter(folder, manifest, request);
  requireReceiver(manifest, await receiverAt(ownerUrl));
  await runProgram(
    program,
    ["--single-transaction", "--exit-on-error", "--no-owner", "--no-password", join(folder, FILES.database)],
    { url: ownerUrl, env: request.env },
  );
  await distrustFiles(ownerUrl);
  const migrations = await prepareDatabase({ url: ownerUrl, requestUrl: databaseUrl, workerUrl });
  keys();
  const database = openDatabase(ownerUrl, { max: 2, program: "admin" });
  try {
    return { manifest, migrations, keys: await keyFindings(database, configuration) };
  } finally {
    await database.close();
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";

/** @throws BackupRefusal that names what the server refused */
async function receiverAt(url: string): Promise<Receiver> {
  try {
    return await readyForDump(url);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause)) throw cause;
    const { host, username } = new URL(url);
    throw new BackupRefusal(
      cause.code === INSUFFICIENT_PRIVILEGE
        ? `The user ${username} may not prepare the server (${cause.message}); restore as a superuser, or have one ` +
            `create the roles fulmar_workspace, fulmar_operator, fulmar_adopter, fulmar_request and fulmar_worker ` +
            `and grant them to ${username} WITH ADMIN OPTION.`
        : `The database at ${host} cannot be used (${cause.code}${cause.message && `: ${cause.message}`}); ` +
            "check FULMAR_OWNER_URL and DATABASE_URL.",
      { cause },
    );
  }
}

/** A backup of a later version has tables that this one does not know. */
function requireKnown({ version, database }: Manifest): void {
  const unknown = unknownMigrations(database.migrations);
  if (unknown.length > 0)
    throw new BackupRefusal(
      `The backup is of a later version (${version}, with the migration ${unknown.at(-1)}); restore it with that release.`,
    );
}

function requireReceiver({ database }: Manifest, { empty, serverMajor, serverVersion }: Receiver): void {
  if (!empty)
    throw new BackupRefusal(
      "The database is not empty, and nothing in it was changed; name another one in FULMAR_OWNER_URL and " +
        "DATABASE_URL, or rename this one.",
    );
  if (serverMajor < database.major)
    throw new BackupRefusal(
      `The backup is of PostgreSQL ${database.version}, and this server is ${serverVersion}; ` +
        `restore it into ${database.major} or later.`,
    );
}

/**
 * Opens the keys before anything is restored, so that a wrong passphrase changes nothing.
 * @returns writes them
 */
function keyWriter(folder: string, manifest: Manifest, { keysTo, passphraseFile }: RestoreRequest): () => void {
  if (keysTo === undefined) return () => undefined;
  if (!manifest.keys) throw new BackupRefusal("The backup was taken without keys; leave --keys-to out.");
  if (passphraseFile === undefined) throw new BackupRefusal("The keys need their passphrase; give --passphrase-file.");
  if (existsSync(keysTo)) throw new BackupRefusal(`${keysTo} already exists; name a new folder in --keys-to.`);
  const keys = openKeys(
    readFileSync(join(folder, FILES.keys), "utf8"),
    readPassphrase(passphraseFile),
    manifest.backup_id,
  );
  return () => {
    mkdirSync(keysTo, { recursive: true, mode: 0o700 });
    const [secret, other] = keys.secrets;
    const files = { secret, "master-key": keys.master_keys, ...(other !== undefined && { "other-secret": other }) };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(keysTo, name), text ?? "", { mode: 0o600 });
  };
}
