import type { SecretEncoding, SecretVersionStatus } from "@fulmar/contract";
import { notFound } from "../request/domain-error.ts";
import type { Vault } from "../request/vault.ts";
import { secretDeleted, secretExpired, versionDestroyed, versionDisabled } from "./secret-refusals.ts";

/** A version of a secret with what opens it. `sealed` is null where it may not be opened; the other fields say why. */
export interface SealedValue {
  workspace_id: bigint;
  store_id: string;
  key: string;
  expires_at: Date | null;
  expired: boolean;
  deleted: boolean;
  /** Null where the secret has no version of the number that was asked for. */
  version: number | null;
  status: SecretVersionStatus | null;
  encoding: SecretEncoding | null;
  created_at: Date | null;
  sealed: Uint8Array | null;
  master_key_id: string;
  wrapped: Uint8Array;
}

/**
 * The SQL of a sealed value, `found`, and of whether it may be opened, `readable`: by the workspace as $1, the secret
 * as $2 and the number of a version, or null for the latest, as $3. The audit event is written for each row of
 * `readable`, by what comes after.
 */
export const FOUND = `found AS (
     SELECT s.workspace_id, s.store_id, s.secret_id, s.key, s.expires_at, coalesce(s.expires_at <= now(), false) AS expired,
            s.deleted_at IS NOT NULL AS deleted, v.version, v.status::text, v.encoding::text, v.created_at, v.sealed, k.master_key_id, k.wrapped
       FROM secret s JOIN secret_store st USING (workspace_id, store_id) JOIN secret_data_key k USING (workspace_id, store_id)
       LEFT JOIN secret_version v ON v.workspace_id = s.workspace_id AND v.secret_id = s.secret_id AND v.version = coalesce($3::int, s.version)
      WHERE s.workspace_id = $1::bigint AND s.secret_id = $2 AND st.status <> 'deleting'
   ), readable AS (
     SELECT * FROM found WHERE status = 'enabled' AND NOT expired AND NOT deleted
   )`;
/** What is selected of the two: a `SealedValue`. */
export const FOUND_COLUMNS = `f.workspace_id, f.store_id, f.key, f.expires_at, f.expired, f.deleted, f.version, f.status, f.encoding, f.created_at,
          r.sealed, f.master_key_id, f.wrapped FROM found f LEFT JOIN readable r ON true`;

/** A value in the clear, with the version that it is of. */
export interface OpenedValue {
  readonly key: string;
  readonly expiresAt: Date | null;
  readonly version: number;
  readonly encoding: SecretEncoding;
  readonly createdAt: Date;
  readonly bytes: Buffer;
}

/**
 * Opens what was found. @throws DomainError 404 where nothing was, 409 where it may not be opened, 503 without the
 * master key; Error where the row was changed behind our back
 */
export async function openValue(vault: Vault, secretId: string, row: SealedValue | undefined): Promise<OpenedValue> {
  if (row === undefined) throw notFound("secret");
  const { version, status, encoding, created_at, sealed } = row;
  if (row.deleted) throw secretDeleted();
  if (version === null || encoding === null || created_at === null) throw notFound("version of the secret");
  if (status === "destroyed") throw versionDestroyed(version);
  if (status === "disabled") throw versionDisabled(version);
  if (row.expired) throw secretExpired();
  if (sealed === null) throw new Error(`version ${version} of ${secretId} has no value`);
  const store = { workspaceId: row.workspace_id, storeId: row.store_id };
  const bytes = await vault.open(
    store,
    { keyId: row.master_key_id, wrapped: row.wrapped },
    { secretId, version },
    sealed,
  );
  return { key: row.key, expiresAt: row.expires_at, version, encoding, createdAt: created_at, bytes };
}
