import type { Database } from "@fulmar/prisma";
import { addPrimaryKey, localKeyManagement, newMasterKeyText } from "@fulmar/providers";
import { conflict } from "../request/domain-error.ts";
import { masterKeySource } from "./create-vault.ts";
import { withMasterKeyLock } from "./master-key-lock.ts";
import { changeKeyFile, type MasterKeyConfiguration, type MasterKeyStatus, masterKeyStatus } from "./master-keys.ts";
import { rewrapDataKeys } from "./rewrap-data-keys.ts";

export interface Rotation extends MasterKeyStatus {
  /** Whether this run has made the primary key; otherwise it went on with one that was the primary already. */
  readonly made: boolean;
  readonly rewrapped: number;
}

/**
 * Brings all data keys under a new primary master key (docs/adr/0014). Where some are not under the primary yet, a
 * rotation was begun, by a run that was stopped or by an operator who has put a new key first: it is gone on with.
 * Otherwise a new key is put first in the file. Whoever knows both keys reads every value all the while.
 * @throws DomainError 409 where the keys are in the environment and the primary is used already, or while another run
 * works; 503 where a key is missing
 */
export function rotateMasterKey(
  database: Pick<Database, "pool" | "sql">,
  configuration: MasterKeyConfiguration,
): Promise<Rotation> {
  return withMasterKeyLock(database, async () => {
    const before = await masterKeyStatus(database.sql, configuration);
    const made = before.left === 0;
    if (made) await makePrimary(configuration);
    const { primaryKeyId, keys } = made ? await masterKeyStatus(database.sql, configuration) : before;
    const keyManagement = localKeyManagement(masterKeySource(configuration));
    let rewrapped = 0;
    for (const { keyId, known } of keys) {
      if (known && keyId !== primaryKeyId) rewrapped += await rewrapDataKeys(database.sql, keyManagement, keyId);
    }
    return { ...(await masterKeyStatus(database.sql, configuration)), made, rewrapped };
  });
}

async function makePrimary({ masterKey, masterKeyFile }: MasterKeyConfiguration): Promise<void> {
  if (masterKey !== undefined) {
    const detail =
      "FULMAR_MASTER_KEY holds the master keys, and everything is under its first; put a new key before it in every process, then run this again.";
    throw conflict("master_key_in_environment", detail);
  }
  await changeKeyFile(() => addPrimaryKey(masterKeyFile, newMasterKeyText()), masterKeyFile);
}
