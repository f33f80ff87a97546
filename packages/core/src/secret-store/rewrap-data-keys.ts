import { type Sql, statement } from "@fulmar/prisma";
import { type KeyManagement, KeyUnavailable, type WrappedKey } from "@fulmar/providers";
import { contextOf } from "../request/vault.ts";

const BATCH = 100;

interface DataKeyRow {
  workspace_id: bigint;
  store_id: string;
  master_key_id: string;
  wrapped: Uint8Array;
}

/** How many data keys are under a master key. */
export interface MasterKeyUse {
  readonly keyId: string;
  readonly dataKeys: number;
}

const use = statement(
  "master_key_use",
  `SELECT master_key_id AS "keyId", count(*)::int AS "dataKeys" FROM secret_data_key GROUP BY 1 ORDER BY 1`,
);

const batch = statement(
  "secret_data_key_batch",
  `SELECT workspace_id, store_id, master_key_id, wrapped FROM secret_data_key
    WHERE master_key_id = $1 AND (workspace_id, store_id) > ($2::bigint, $3) ORDER BY workspace_id, store_id LIMIT $4::int`,
);

// What another process has rewrapped meanwhile stays as that one left it.
const rewrap = statement(
  "secret_data_key_rewrap",
  `UPDATE secret_data_key k SET master_key_id = u.master_key_id, wrapped = u.wrapped
     FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[], $5::bytea[]) AS u (workspace_id, store_id, former, master_key_id, wrapped)
    WHERE k.workspace_id = u.workspace_id AND k.store_id = u.store_id AND k.wrapped = u.former RETURNING 1`,
);

/** The master keys that data keys are under, and how many under each. */
export function masterKeyUse(sql: Sql): Promise<MasterKeyUse[]> {
  return sql.query(use);
}

/**
 * Brings the data keys that are under one master key under the primary one, a hundred with each statement: whoever is
 * killed in between has done what is done, and who comes next goes on. A data key that does not unwrap is left where it
 * is.
 * @returns how many were rewrapped
 */
export async function rewrapDataKeys(sql: Sql, keyManagement: KeyManagement, keyId: string): Promise<number> {
  let rewrapped = 0;
  let after: readonly [bigint, string] = [0n, ""];
  for (;;) {
    const rows = await sql.query(batch, [keyId, ...after, BATCH]);
    const last = rows.at(-1);
    if (last === undefined) return rewrapped;
    after = [last.workspace_id, last.store_id];
    rewrapped += await rewrapBatch(sql, keyManagement, rows);
  }
}

async function rewrapBatch(sql: Sql, keyManagement: KeyManagement, rows: readonly DataKeyRow[]): Promise<number> {
  const fresh: { readonly row: DataKeyRow; readonly key: WrappedKey }[] = [];
  for (const row of rows) {
    const key = await rewrapped(keyManagement, row);
    if (key !== undefined) fresh.push({ row, key });
  }
  const columns = [
    fresh.map(({ row }) => row.workspace_id),
    fresh.map(({ row }) => row.store_id),
    fresh.map(({ row }) => row.wrapped),
    fresh.map(({ key }) => key.keyId),
    fresh.map(({ key }) => key.wrapped),
  ] as const;
  return fresh.length === 0 ? 0 : (await sql.query(rewrap, columns)).length;
}

/**
 * Undefined for a data key that was changed behind our back: it keeps nobody else's from being rewrapped, and the count
 * of what is left shows it.
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
