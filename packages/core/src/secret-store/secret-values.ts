import type { SecretEncoding } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/wire-form.ts";
import { auditRequest } from "../request/audit-event.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import type { Vault } from "../request/sealing/vault.ts";
import { secretDeleted, secretExpired, versionDestroyed, versionDisabled } from "./secret-refusals.ts";

/**
 * The SQL of a sealed value, `found`, and of whether it may be opened, `readable`. Its values are `workspace_id`,
 * `secret_id` and `version`, the number of a version, or null for the latest. The rest of the statement writes the
 * audit event for each row of `readable`.
 */
export const FOUND = `found AS (
     SELECT s.workspace_id, s.store_id, s.secret_id, s.key, s.expires_at,
            coalesce(s.expires_at <= now(), false) AS expired,
            s.deleted_at IS NOT NULL AS deleted, v.version, v.status::text, v.encoding::text, v.created_at, v.sealed,
            k.master_key_id, k.wrapped
       FROM secret s JOIN secret_store st USING (workspace_id, store_id)
       JOIN secret_data_key k USING (workspace_id, store_id)
       LEFT JOIN secret_version v ON v.workspace_id = s.workspace_id AND v.secret_id = s.secret_id
         AND v.version = coalesce($version::int, s.version)
      WHERE s.workspace_id = $workspace_id::bigint AND s.secret_id = $secret_id AND st.status <> 'deleting'
   ), readable AS (
     SELECT * FROM found WHERE status = 'enabled' AND NOT expired AND NOT deleted
   )`;
/** The columns of a `SealedValue`. `sealed` is NULL if the value may not be opened. The other columns say why. */
export const FOUND_COLUMNS = `f.workspace_id, f.store_id, f.key, f.expires_at, f.expired, f.deleted, f.version,
                              f.status, f.encoding, f.created_at,
          r.sealed, f.master_key_id, f.wrapped FROM found f LEFT JOIN readable r ON true`;

/**
 * A version of a secret with its wrapped key. The columns of the version are null if the secret has no version of the
 * requested number.
 */
type SealedValue = RowOf<"secret_value">;

/** A value in the clear, with its version. */
interface OpenedValue {
  readonly key: string;
  readonly expiresAt: Date | null;
  readonly version: number;
  readonly encoding: SecretEncoding;
  readonly createdAt: Date;
  readonly bytes: Buffer;
}

/**
 * Opens a sealed value.
 * @throws DomainError 404 when there is no row, 409 when it may not be opened, 503 without the master key; Error when
 * the row was tampered with
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

/** The bytes of a value in a request. The contract has checked its encoding. */
export function bytesOf({ value, encoding }: { readonly value: string; readonly encoding: SecretEncoding }): Buffer {
  return Buffer.from(value, encoding);
}

// The audit event is committed before the value arrives, so that every read is in the audit trail at the cost of one
// round trip.
const read = statement(
  "secret_value",
  `WITH ${FOUND}, audited AS (
     ${auditRequest({ rows: "readable WHERE store_id = $store_id" })}
   )
   SELECT ${FOUND_COLUMNS} WHERE f.store_id = $store_id`,
);

/** The audit event is written even if the value then cannot be opened. */
export const readSecretValue: Handler<"secret.value"> = async (context, { store_id, secret_id, version: asked }) => {
  const values = { store_id, secret_id, version: asked, ...context.auditRow(secret_id) };
  const row = await context.sql.maybe(read, values);
  const { key, version, encoding, bytes, expiresAt, createdAt } = await openValue(context.vault, secret_id, row);
  return {
    secret_id,
    key,
    version,
    value: bytes.toString(encoding),
    encoding,
    expires_at: toTimestamp(expiresAt),
    created_at: toTimestamp(createdAt),
  };
};
