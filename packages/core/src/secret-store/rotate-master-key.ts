import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";
import {
  addPrimaryKey,
  type KeyManagement,
  KeyUnavailable,
  localKeyManagement,
  newMasterKeyText,
  type WrappedKey,
} from "@fulmar/providers";
import { conflict } from "../request/domain-error.ts";
import { contextOf } from "../request/sealing/vault.ts";
import {
  changeKeyFile,
  type MasterKeyConfiguration,
  type MasterKeyStatus,
  masterKeySource,
  masterKeyStatus,
  withMasterKeyLock,
} from "./master-keys.ts";

interface Rotation extends MasterKeyStatus {
  /** Whether this run has made the primary key. False if it continued with an existing primary. */
  readonly made: boolean;
  readonly rewrapped: number;
}

/**
 * Rewraps all data keys with a new primary master key (docs/adr/0014). If some are not wrapped by the primary yet, a
 * rotation has begun, by an interrupted run or an operator who put a new key first, and this continues it. Otherwise it
 * puts a new key first in the file. Processes that know both keys can read every value throughout.
 * @throws DomainError 409 when the keys are in the environment and the primary is used already, or while another run
 * works; 503 when a key is missing
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
      "FULMAR_MASTER_KEY holds the master keys, and all data keys are under its first key; " +
      "put a new key before it in every process, then run this command again.";
    throw conflict("master_key_in_environment", detail);
  }
  await changeKeyFile(() => addPrimaryKey(masterKeyFile, newMasterKeyText()), masterKeyFile);
}

const BATCH = 100;

const batch = statement(
  "secret_data_key_batch",
  `SELECT workspace_id, store_id, master_key_id, wrapped FROM secret_data_key
    WHERE master_key_id = $master_key_id AND (workspace_id, store_id) > ($after_workspace_id::bigint, $after_store_id)
    ORDER BY workspace_id, store_id LIMIT $limit::int`,
);

type DataKeyRow = RowOf<typeof batch>;

// A key that another process has rewrapped meanwhile is left alone.
const rewrap = statement(
  "secret_data_key_rewrap",
  `UPDATE secret_data_key k SET master_key_id = u.master_key_id, wrapped = u.wrapped
     FROM unnest($workspace_ids::bigint[], $store_ids::text[], $former::bytea[], $master_key_ids::text[],
                 $wrapped::bytea[]) AS u (workspace_id, store_id, former, master_key_id, wrapped)
    WHERE k.workspace_id = u.workspace_id AND k.store_id = u.store_id AND k.wrapped = u.former RETURNING 1`,
);

/**
 * Rewraps the data keys of one master key with the primary one, a hundred per statement. If a run is killed, the next
 * one continues. A data key that cannot be unwrapped stays as it is.
 * @returns how many were rewrapped
 */
async function rewrapDataKeys(sql: Sql, keyManagement: KeyManagement, keyId: string): Promise<number> {
  let rewrapped = 0;
  let after = { after_workspace_id: 0n, after_store_id: "" };
  for (;;) {
    const rows = await sql.query(batch, { master_key_id: keyId, ...after, limit: BATCH });
    const last = rows.at(-1);
    if (last === undefined) return rewrapped;
    after = { after_workspace_id: last.workspace_id, after_store_id: last.store_id };
    rewrapped += await rewrapBatch(sql, keyManagement, rows);
  }
}

async function rewrapBatch(sql: Sql, keyManagement: KeyManagement, rows: readonly DataKeyRow[]): Promise<number> {
  const fresh: { readonly row: DataKeyRow; readonly key: WrappedKey }[] = [];
  for (const row of rows) {
    const key = await rewrapped(keyManagement, row);
    if (key !== undefined) fresh.push({ row, key });
  }
  const columns = {
    workspace_ids: fresh.map(({ row }) => row.workspace_id),
    store_ids: fresh.map(({ row }) => row.store_id),
    former: fresh.map(({ row }) => row.wrapped),
    master_key_ids: fresh.map(({ key }) => key.keyId),
    wrapped: fresh.map(({ key }) => key.wrapped),
  };
  return fresh.length === 0 ? 0 : (await sql.query(rewrap, columns)).length;
}

/**
 * Undefined for a data key that was tampered with. The others are still rewrapped, and the count of remaining keys
 * shows it.
 */
async function rewrapped(keyManagement: KeyManagement, row: DataKeyRow): Promise<WrappedKey | undefined> {
  const context = contextOf({ workspaceId: row.workspace_id, storeId: row.store_id });
  let dataKey: Buffer;
  try {
    dataKey = await keyManagement.unwrap({ keyId: row.master_key_id, wrapped: row.wrapped }, context);
  } catch (error) {
    if (error instanceof KeyUnavailable) throw error;
    return undefined;
  }
  const key = await keyManagement.wrap(dataKey, context);
  dataKey.fill(0);
  return key;
}
