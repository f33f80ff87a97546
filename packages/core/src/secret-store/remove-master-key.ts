import { setTimeout as delay } from "node:timers/promises";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import { removeKey } from "@fulmar/providers";
import type pg from "pg";
import { conflict, DomainError } from "../request/domain-error.ts";
import { changeKeyFile, type MasterKeyConfiguration, masterKeyStatus, withMasterKeyLock } from "./master-keys.ts";

const LOOK_EVERY_MS = 100;
/** Longer than any of our transactions. */
const PATIENCE_MS = 60_000;

/**
 * Removes an old master key from the file once it wraps no data key and cannot wrap another. A request that read the
 * file while the key was the primary may still use it, so this waits for every transaction that began earlier.
 * @throws DomainError 404 without such a key; 409 for the primary, for one that is in use, and when the keys are in the
 * environment
 */
export function removeMasterKey(
  database: Pick<Database, "pool" | "sql">,
  configuration: MasterKeyConfiguration,
  keyId: string,
): Promise<void> {
  const { masterKey, masterKeyFile } = configuration;
  if (masterKey !== undefined)
    throw conflict(
      "master_key_in_environment",
      "The master keys are in FULMAR_MASTER_KEY; remove the old one from it.",
    );
  return withMasterKeyLock(database, async (held) => {
    const { primaryKeyId, keys } = await masterKeyStatus(database.sql, configuration);
    if (!keys.some((key) => key.keyId === keyId && key.known))
      throw new DomainError("not_found", `The file ${masterKeyFile} has no master key ${keyId}.`);
    if (keyId === primaryKeyId)
      throw conflict("master_key_in_use", "This is the primary master key; rotate first, then remove it.");
    await transactionsBefore(held, database.sql);
    const { keys: now } = await masterKeyStatus(database.sql, configuration);
    const { dataKeys = 0 } = now.find((key) => key.keyId === keyId) ?? {};
    if (dataKeys > 0)
      throw conflict(
        "master_key_in_use",
        `There are ${dataKeys} data keys under this master key; rotate first, then remove it.`,
      );
    await changeKeyFile(() => removeKey(masterKeyFile, keyId), masterKeyFile);
  });
}

const earlier = statement(
  "transactions_before",
  "SELECT pid FROM transactions_in_progress() WHERE begun < $begun::timestamptz",
);

/**
 * Waits until every transaction that began before the one of `held` has ended. It asks on another connection, because
 * within a transaction the server caches its first answer.
 */
async function transactionsBefore(held: pg.PoolClient, sql: Sql): Promise<void> {
  const { rows } = await held.query<{ begun: string }>("SELECT now()::text AS begun");
  const begun = rows[0]?.begun;
  if (begun === undefined) throw new Error("the transaction has no time");
  for (const end = Date.now() + PATIENCE_MS; ; await delay(LOOK_EVERY_MS)) {
    if ((await sql.query(earlier, { begun })).length === 0) return;
    if (Date.now() > end)
      throw conflict(
        "transactions_in_flight",
        "Transactions that may still need the key have been open for a minute; try again later.",
      );
  }
}
