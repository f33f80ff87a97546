import { type Sql, statement } from "@fulmar/prisma";
import type { WrappedKey } from "@fulmar/providers";
import { notFound } from "../request/domain-error.ts";
import { wrappedKeyOf } from "./held-store.ts";
import { secretDeleted, storeArchived, versionMismatch } from "./secret-refusals.ts";
import { type SecretRow, secretColumns } from "./secret-repository.ts";

/** Which secret a write is for, by its path. */
export interface SecretPath {
  readonly store_id: string;
  readonly secret_id: string;
}

export interface HeldSecret {
  readonly secret: SecretRow;
  readonly dataKey: WrappedKey;
}

const hold = statement(
  "secret_hold",
  `SELECT ${secretColumns}, st.status::text AS store_status, k.master_key_id, k.wrapped
     FROM secret s JOIN secret_store st USING (workspace_id, store_id) JOIN secret_data_key k USING (workspace_id, store_id)
    WHERE s.workspace_id = $1::bigint AND s.store_id = $2 AND s.secret_id = $3 AND st.status <> 'deleting' FOR SHARE OF st FOR UPDATE OF s`,
);

/**
 * Holds a secret, and its store, still until the transaction ends: what is decided by what it says stays true.
 * @throws DomainError 404, 409 `store_archived`, 409 `version_mismatch` where `ifVersion` is not its latest version
 */
export async function holdSecret(
  sql: Sql,
  workspaceId: bigint,
  path: SecretPath,
  ifVersion?: number,
): Promise<HeldSecret> {
  const [row] = await sql.query(hold, [workspaceId, path.store_id, path.secret_id]);
  if (row === undefined) throw notFound("secret");
  const { store_status, master_key_id, wrapped, ...secret } = row;
  if (store_status !== "active") throw storeArchived();
  if (ifVersion !== undefined && secret.version !== ifVersion) throw versionMismatch(secret.version, ifVersion);
  return { secret, dataKey: wrappedKeyOf({ master_key_id, wrapped }) };
}

/** The same for a write that a deleted secret must be restored for. @throws DomainError 409 `secret_deleted` besides */
export async function holdLiveSecret(
  sql: Sql,
  workspaceId: bigint,
  path: SecretPath,
  ifVersion?: number,
): Promise<HeldSecret> {
  const held = await holdSecret(sql, workspaceId, path, ifVersion);
  if (held.secret.deleted_at !== null) throw secretDeleted();
  return held;
}
