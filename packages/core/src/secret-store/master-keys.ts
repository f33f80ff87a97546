import type { Configuration } from "@fulmar/config";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { KeyUnavailable, localKeyManagement, type MasterKeySource, readMasterKeys } from "@fulmar/providers";
import type pg from "pg";
import { conflict, DomainError } from "../request/domain-error.ts";
import { Vault } from "../request/vault.ts";

export type MasterKeyConfiguration = Pick<Configuration, "masterKey" | "masterKeyFile">;

/** The vault of one process, with the master keys that its configuration names. */
export function createVault(configuration: MasterKeyConfiguration): Vault {
  return new Vault(localKeyManagement(masterKeySource(configuration)));
}

/** The environment variable comes before the file. */
export function masterKeySource({ masterKey, masterKeyFile }: MasterKeyConfiguration): MasterKeySource {
  return masterKey === undefined ? { file: masterKeyFile } : { text: masterKey };
}

const use = statement(
  "master_key_use",
  `SELECT master_key_id AS "keyId", count(*)::int AS "dataKeys" FROM secret_data_key GROUP BY 1 ORDER BY 1`,
);

/** A master key, how many data keys are under it, and whether this installation still has it. */
interface MasterKeyState {
  readonly keyId: string;
  readonly dataKeys: number;
  readonly known: boolean;
}

export interface MasterKeyStatus {
  readonly primaryKeyId: string;
  /** The known ones in their order, the primary first, then those that are missing. */
  readonly keys: readonly MasterKeyState[];
  /** Data keys that are not under the primary master key. */
  readonly left: number;
}

/** Which master keys there are, and what is under each. @throws DomainError 503 when the keys cannot be read */
export async function masterKeyStatus(sql: Sql, configuration: MasterKeyConfiguration): Promise<MasterKeyStatus> {
  const known = await knownKeyIds(masterKeySource(configuration));
  const uses = new Map((await sql.query(use)).map(({ keyId, dataKeys }) => [keyId, dataKeys]));
  const ids = [...new Set([...known, ...uses.keys()])];
  const keys = ids.map((keyId) => ({ keyId, dataKeys: uses.get(keyId) ?? 0, known: known.includes(keyId) }));
  const [primaryKeyId] = known;
  return {
    primaryKeyId,
    keys,
    left: keys.reduce((sum, { keyId, dataKeys }) => (keyId === primaryKeyId ? sum : sum + dataKeys), 0),
  };
}

async function knownKeyIds(source: MasterKeySource): Promise<[string, ...string[]]> {
  try {
    const [primary, ...others] = await readMasterKeys(source);
    return [primary.id, ...others.map(({ id }) => id)];
  } catch (error) {
    if (!(error instanceof KeyUnavailable)) throw error;
    throw new DomainError("unavailable", `The master keys cannot be used: ${error.message}.`, { cause: error });
  }
}

/** Changes the file of master keys. @throws DomainError 503 that says what kept it from being written */
export async function changeKeyFile(change: () => Promise<void>, file: string): Promise<void> {
  try {
    await change();
  } catch (cause) {
    const why = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new DomainError(
      "unavailable",
      `The file of master keys ${file} cannot be written (${why}); mend that, then try again.`,
      { cause },
    );
  }
}

/** Any constant of ours: commands about master keys are one at a time. */
const LOCK = 1_718_580_016;

/**
 * Runs a command that changes the master keys while no other one does. The lock belongs to a transaction, so it ends
 * with a process that is killed.
 * @param work gets the connection that holds it
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
        "Another command works on the master keys; wait until it has ended, then try again.",
      );
    return await work(held);
  } finally {
    await letGo(held);
  }
}

/** A connection that breaks while it is idle would end the process without a listener; its next query throws. */
function leaveToNextQuery(): void {}

/** Gives the connection back. One that no longer answers is closed, which ends its lock; that throws nothing. */
async function letGo(held: pg.PoolClient): Promise<void> {
  try {
    await held.query("ROLLBACK");
    held.off("error", leaveToNextQuery);
    held.release();
  } catch {
    held.release(true);
  }
}
