import type { Configuration } from "@fulmar/config";
import type { Sql } from "@fulmar/prisma";
import { KeyUnavailable, type MasterKeySource, readMasterKeys } from "@fulmar/providers";
import { DomainError } from "../request/domain-error.ts";
import { masterKeySource } from "./create-vault.ts";
import { type MasterKeyUse, masterKeyUse } from "./rewrap-data-keys.ts";

export type MasterKeyConfiguration = Pick<Configuration, "masterKey" | "masterKeyFile">;

/** A master key, whether this installation still has it, and how many data keys are under it. */
export interface MasterKeyState extends MasterKeyUse {
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
  const uses = new Map((await masterKeyUse(sql)).map(({ keyId, dataKeys }) => [keyId, dataKeys]));
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
