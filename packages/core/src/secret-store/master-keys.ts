import { type Configuration, isGuessable } from "@fulmar/config";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { KeyUnavailable, localKeyManagement, type MasterKeySource, readMasterKeys } from "@fulmar/providers";
import type pg from "pg";
import { conflict, DomainError } from "../request/domain-error.ts";
import { Vault } from "../request/sealing/vault.ts";

export type MasterKeyConfiguration = Pick<Configuration, "masterKey" | "masterKeyFile">;

/** The vault of one process, with the master keys that its configuration names. */
export function createVault(configuration: MasterKeyConfiguration): Vault {
  return new Vault(localKeyManagement(masterKeySource(configuration)));
}

/** The environment variable takes precedence over the file. */
export function masterKeySource({ masterKey, masterKeyFile }: MasterKeyConfiguration): MasterKeySource {
  return masterKey === undefined ? { file: masterKeyFile } : { text: masterKey };
}

const use = statement(
  "master_key_use",
  `SELECT master_key_id AS "keyId", count(*)::int AS "dataKeys" FROM secret_data_key GROUP BY 1 ORDER BY 1`,
);

/** A master key, how many data keys it wraps, and whether this installation has it. */
interface MasterKeyState {
  readonly keyId: string;
  readonly dataKeys: number;
  readonly known: boolean;
}

export interface MasterKeyStatus {
  readonly primaryKeyId: string;
  /** Whether the primary one is no random key. */
  readonly isPrimaryGuessable: boolean;
  /** The known keys in order, the primary first, then the missing ones. */
  readonly keys: readonly MasterKeyState[];
  /** The number of data keys that are not wrapped by the primary master key. */
  readonly left: number;
}

/**
 * The master keys, and how many data keys each wraps.
 * @throws DomainError 503 when the keys cannot be read
 */
export async function masterKeyStatus(sql: Sql, configuration: MasterKeyConfiguration): Promise<MasterKeyStatus> {
  const [primary, ...others] = await readKeys(masterKeySource(configuration));
  const primaryKeyId = primary.id;
  const known = [primaryKeyId, ...others.map(({ id }) => id)];
  const uses = new Map((await sql.query(use)).map(({ keyId, dataKeys }) => [keyId, dataKeys]));
  const ids = [...new Set([...known, ...uses.keys()])];
  const keys = ids.map((keyId) => ({ keyId, dataKeys: uses.get(keyId) ?? 0, known: known.includes(keyId) }));
  return {
    primaryKeyId,
    isPrimaryGuessable: isGuessable(primary.key.export().toString("hex")),
    keys,
    left: keys.reduce((sum, { keyId, dataKeys }) => (keyId === primaryKeyId ? sum : sum + dataKeys), 0),
  };
}

async function readKeys(source: MasterKeySource): ReturnType<typeof readMasterKeys> {
  try {
    return await readMasterKeys(source);
  } catch (error) {
    if (!(error instanceof KeyUnavailable)) throw error;
    throw new DomainError("unavailable", `The master keys cannot be used: ${error.message}.`, { cause: error });
  }
}

/**
 * Changes the file of master keys.
 * @throws DomainError 503 with the reason if it cannot be written
 */
export async function changeKeyFile(change: () => Promise<void>, file: string): Promise<void> {
  try {
    await change();
  } catch (cause) {
    const why = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new DomainError(
      "unavailable",
      `The file of master keys ${file} cannot be written (${why}); fix that, then try again.`,
      { cause },
    );
  }
}

/** An arbitrary constant. Commands that change master keys run one at a time. */
const LOCK = 1_718_580_016;

/**
 * Runs a command that changes the master keys, one at a time. The lock belongs to a transaction, so it ends with a
 * killed process.
 * @param work gets the connection that has the lock
 * @throws DomainError 409 while another one runs
 */
export async function withMasterKeyLock<Result>(
  { pool }: Pick<Database, "pool">,
  work: (held: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const held = await pool.connect();
  held.on("error", leaveToNextQuery);
  try {
    await held.query("BEGIN");
    const { rows } = await held.query<{ mine: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS mine", [LOCK]);
    if (rows[0]?.mine !== true)
      throw conflict(
        "master_key_busy",
        "Another command is changing the master keys; wait until it has ended, then try again.",
      );
    return await work(held);
  } finally {
    await letGo(held);
  }
}

/** Without a listener, a connection that breaks while idle would crash the process. Its next query throws instead. */
function leaveToNextQuery(): void {}

/** Releases the connection. A broken one is closed, which ends its lock. Never throws. */
async function letGo(held: pg.PoolClient): Promise<void> {
  try {
    await held.query("ROLLBACK");
    held.off("error", leaveToNextQuery);
    held.release();
  } catch {
    held.release(true);
  }
}
