import { lookup, type RowOf, statement } from "@fulmar/prisma";
import type { WrappedKey } from "@fulmar/providers";
import type { InWorkspace, RequestContext } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { secretDeleted, secretKeyTaken, storeArchived, versionMismatch } from "./secret-refusals.ts";
import { isSecret, type SecretPath, type SecretRow, secretColumns } from "./secrets.ts";

const lockStore = statement(
  "secret_store_hold_for_new",
  `SELECT st.status::text, k.master_key_id, k.wrapped,
          (SELECT s.secret_id FROM secret s
            WHERE s.workspace_id = $workspace_id::bigint AND s.store_id = $store_id AND s.key = $key
              AND s.deleted_at IS NULL) AS holder_id
     FROM secret_store st LEFT JOIN secret_data_key k USING (workspace_id, store_id)
    WHERE st.workspace_id = $workspace_id::bigint AND st.store_id = $store_id
      AND st.status <> 'deleting' FOR SHARE OF st`,
);

const insertKey = statement(
  "secret_data_key_insert",
  `INSERT INTO secret_data_key (workspace_id, store_id, master_key_id, wrapped)
   VALUES ($workspace_id::bigint, $store_id, $master_key_id, $wrapped::bytea)
   ON CONFLICT DO NOTHING RETURNING master_key_id, wrapped`,
);

const getKey = lookup(
  "secret_data_key_get",
  `SELECT master_key_id, wrapped FROM secret_data_key
    WHERE workspace_id = $workspace_id::bigint AND store_id = $store_id`,
);

/**
 * A locked store is not archived or deleted until the transaction ends. The unique constraint refuses a key that a
 * concurrent request takes.
 * @returns its data key, a new one for the first secret
 * @throws DomainError 404, 409 `store_archived`, 409 `key_taken`, 503 without the master key
 */
export async function lockStoreForNew(
  context: InWorkspace & Pick<RequestContext, "vault">,
  store_id: string,
  key: string,
): Promise<WrappedKey> {
  const values = { workspace_id: context.workspace.id, store_id, key };
  const row = found(await context.sql.maybe(lockStore, values), "secret store");
  if (row.status !== "active") throw storeArchived();
  if (row.holder_id !== null) throw secretKeyTaken([{ type: "secret", id: row.holder_id, name: key }]);
  const { master_key_id, wrapped } = row;
  return master_key_id !== null && wrapped !== null
    ? wrappedKeyOf({ master_key_id, wrapped })
    : firstKey(context, store_id);
}

/** If several first secrets are created at once, one of them makes the key. The others wait here and use it. */
async function firstKey(
  { sql, workspace, vault }: InWorkspace & Pick<RequestContext, "vault">,
  store_id: string,
): Promise<WrappedKey> {
  const { keyId, wrapped } = await vault.newDataKey({ workspaceId: workspace.id, storeId: store_id });
  const id = { workspace_id: workspace.id, store_id };
  const inserted = await sql.maybe(insertKey, { ...id, master_key_id: keyId, wrapped });
  return wrappedKeyOf(inserted ?? (await sql.one(getKey, id)));
}

function wrappedKeyOf({ master_key_id, wrapped }: RowOf<typeof getKey>): WrappedKey {
  return { keyId: master_key_id, wrapped };
}

interface HeldSecret {
  readonly secret: SecretRow;
  readonly dataKey: WrappedKey;
}

const lockRow = statement(
  "secret_lock",
  `SELECT ${secretColumns}, st.status::text AS store_status, k.master_key_id, k.wrapped
     FROM secret s JOIN secret_store st USING (workspace_id, store_id)
     JOIN secret_data_key k USING (workspace_id, store_id)
    WHERE ${isSecret}
      AND st.status <> 'deleting' FOR SHARE OF st FOR UPDATE OF s`,
);

/**
 * Locks a secret and its store until the transaction ends, so that checks on them stay valid.
 * @throws DomainError 404, 409 `store_archived`, 409 `version_mismatch` when `ifVersion` is not its latest version
 */
export async function lockSecret(
  { sql, workspace }: InWorkspace,
  path: SecretPath,
  ifVersion?: number,
): Promise<HeldSecret> {
  const row = found(await sql.maybe(lockRow, { workspace_id: workspace.id, ...path }), "secret");
  const { store_status, master_key_id, wrapped, ...secret } = row;
  if (store_status !== "active") throw storeArchived();
  if (ifVersion !== undefined && secret.version !== ifVersion) throw versionMismatch(secret.version, ifVersion);
  return { secret, dataKey: wrappedKeyOf({ master_key_id, wrapped }) };
}

/**
 * The same for writes that require a secret that is not deleted.
 * @throws DomainError also 409 `secret_deleted`
 */
export async function lockLiveSecret(context: InWorkspace, path: SecretPath, ifVersion?: number): Promise<HeldSecret> {
  const held = await lockSecret(context, path, ifVersion);
  if (held.secret.deleted_at !== null) throw secretDeleted();
  return held;
}
