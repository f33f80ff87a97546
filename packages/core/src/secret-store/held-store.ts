import { lookup, type Sql, statement } from "@fulmar/prisma";
import type { WrappedKey } from "@fulmar/providers";
import { notFound } from "../request/domain-error.ts";
import type { StoreIdentity, Vault } from "../request/vault.ts";
import { secretKeyTaken } from "./constraint-errors.ts";
import { storeArchived } from "./secret-refusals.ts";

interface KeyRow {
  master_key_id: string;
  wrapped: Uint8Array;
}

const hold = statement(
  "secret_store_hold_for_new",
  `SELECT st.status::text, k.master_key_id, k.wrapped,
          (SELECT s.secret_id FROM secret s WHERE s.workspace_id = $1::bigint AND s.store_id = $2 AND s.key = $3 AND s.deleted_at IS NULL) AS holder_id
     FROM secret_store st LEFT JOIN secret_data_key k USING (workspace_id, store_id)
    WHERE st.workspace_id = $1::bigint AND st.store_id = $2 AND st.status <> 'deleting' FOR SHARE OF st`,
);

const insertKey = statement(
  "secret_data_key_insert",
  `INSERT INTO secret_data_key (workspace_id, store_id, master_key_id, wrapped) VALUES ($1::bigint, $2, $3, $4::bytea)
   ON CONFLICT DO NOTHING RETURNING master_key_id, wrapped`,
);

const getKey = lookup(
  "secret_data_key_get",
  "SELECT master_key_id, wrapped FROM secret_data_key WHERE workspace_id = $1::bigint AND store_id = $2",
);

/**
 * Holds a store for a new secret, so that nobody archives or deletes it until the transaction ends, and gives its data
 * key: a new one where this is its first secret. What a race gets past the look at the key is met by the constraint.
 * @throws DomainError 404, 409 `store_archived`, 409 `key_taken`, 503 without the master key
 */
export async function holdStoreForNew(sql: Sql, vault: Vault, store: StoreIdentity, key: string): Promise<WrappedKey> {
  const [row] = await sql.query(hold, [store.workspaceId, store.storeId, key]);
  if (row === undefined) throw notFound("secret store");
  if (row.status !== "active") throw storeArchived();
  if (row.holder_id !== null) throw secretKeyTaken([{ type: "secret", id: row.holder_id, name: key }]);
  const { master_key_id, wrapped } = row;
  return master_key_id !== null && wrapped !== null
    ? wrappedKeyOf({ master_key_id, wrapped })
    : firstKey(sql, vault, store);
}

/** Of several first secrets at once, one brings the key: the others wait here for it, and take that one. */
async function firstKey(sql: Sql, vault: Vault, store: StoreIdentity): Promise<WrappedKey> {
  const made = await vault.newDataKey(store);
  const inserted = await sql.query(insertKey, [store.workspaceId, store.storeId, made.keyId, made.wrapped]);
  const [row] = inserted.length > 0 ? inserted : await sql.query(getKey, [store.workspaceId, store.storeId]);
  if (row === undefined) throw new Error(`${store.storeId} has no data key although it was just given one`);
  return wrappedKeyOf(row);
}

export function wrappedKeyOf({ master_key_id, wrapped }: KeyRow): WrappedKey {
  return { keyId: master_key_id, wrapped };
}
