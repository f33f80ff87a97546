import { type Sql, statement } from "@fulmar/prisma";
import type { WrappedKey } from "@fulmar/providers";
import { notFound } from "../kernel/domain-error.ts";
import { storeArchived } from "./secret-refusals.ts";
import type { StoreIdentity, Vault } from "./vault.ts";

interface HeldRow {
  status: string;
  master_key_id: string | null;
  wrapped: Uint8Array | null;
}

const hold = statement(
  "secret_store_hold_writable",
  `SELECT st.status::text, k.master_key_id, k.wrapped
     FROM secret_store st LEFT JOIN secret_data_key k USING (workspace_id, store_id)
    WHERE st.workspace_id = $1::bigint AND st.store_id = $2 AND st.status <> 'deleting' FOR SHARE OF st`,
);

const insertKey = statement(
  "secret_data_key_insert",
  `INSERT INTO secret_data_key (workspace_id, store_id, master_key_id, wrapped) VALUES ($1::bigint, $2, $3, $4::bytea) ON CONFLICT DO NOTHING`,
);

const getKey = statement("secret_data_key_get", "SELECT master_key_id, wrapped FROM secret_data_key WHERE workspace_id = $1::bigint AND store_id = $2");

/**
 * Holds a store for a write below it, so that nobody archives or deletes it until the transaction ends, and gives its data key: a new one
 * where this is its first secret.
 * @throws DomainError 404, 409 `store_archived`, 503 without the master key
 */
export async function holdStoreWithKey(sql: Sql, vault: Vault, store: StoreIdentity): Promise<WrappedKey> {
  const [row] = await sql.query<HeldRow>(hold, [store.workspaceId, store.storeId]);
  if (row === undefined) throw notFound("secret store");
  if (row.status !== "active") throw storeArchived();
  return wrappedKeyOf(row) ?? (await firstKey(sql, vault, store));
}

/** Of several first secrets at once, one brings the key: the others wait here for it, and take that one. */
async function firstKey(sql: Sql, vault: Vault, store: StoreIdentity): Promise<WrappedKey> {
  const made = await vault.newDataKey(store);
  await sql.query(insertKey, [store.workspaceId, store.storeId, made.keyId, made.wrapped]);
  const [row] = await sql.query<HeldRow>(getKey, [store.workspaceId, store.storeId]);
  const key = row && wrappedKeyOf(row);
  if (key === undefined) throw new Error(`${store.storeId} has no data key although it was just given one`);
  return key;
}

/** The data key of a row that may have none. */
export function wrappedKeyOf({ master_key_id, wrapped }: Pick<HeldRow, "master_key_id" | "wrapped">): WrappedKey | undefined {
  return master_key_id === null || wrapped === null ? undefined : { keyId: master_key_id, wrapped };
}
