import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { found, invalidField, mayPass } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { lockLiveSecret, lockSecret, lockStoreForNew } from "./lock-secret.ts";
import { RESTORE_WINDOW, restorableUntil } from "./restore-window.ts";
import { secretInUse, secretKeyTaken } from "./secret-refusals.ts";
import { usesOf } from "./secret-use.ts";
import { bytesOf } from "./secret-values.ts";
import { isSecret, secretColumns, toSecret } from "./secrets.ts";

const withKey = statement(
  "secret_with_key",
  `SELECT secret_id FROM secret
    WHERE workspace_id = $workspace_id::bigint AND store_id = $store_id AND key = $key AND deleted_at IS NULL`,
);

const insert = statement(
  "secret_insert",
  `WITH first AS (
     INSERT INTO secret_version (workspace_id, secret_id, version, encoding, sealed)
     VALUES ($workspace_id::bigint, $secret_id, 1, $encoding::secret_encoding, $sealed::bytea)
   )
   INSERT INTO secret AS s (workspace_id, store_id, secret_id, key, description, tags, expires_at)
   VALUES ($workspace_id::bigint, $store_id, $secret_id, $key, $description, $tags::text[], $expires_at::timestamptz)
   RETURNING ${secretColumns}`,
);

const update = statement(
  "secret_update",
  `UPDATE secret s SET description = coalesce($description, s.description), tags = coalesce($tags::text[], s.tags),
          expires_at = CASE WHEN $sets_expiry::boolean THEN $expires_at::timestamptz ELSE s.expires_at END,
          updated_at = now()
    WHERE ${isSecret} AND s.deleted_at IS NULL RETURNING ${secretColumns}`,
);

const remove = statement(
  "secret_delete",
  `UPDATE secret s SET deleted_at = now(), updated_at = now() WHERE ${isSecret} AND s.deleted_at IS NULL
RETURNING ${secretColumns}`,
);

const restore = statement(
  "secret_restore",
  `UPDATE secret s SET deleted_at = NULL, updated_at = now()
    WHERE ${isSecret} AND s.deleted_at > now() - ${RESTORE_WINDOW} RETURNING ${secretColumns}`,
);

const destroy = statement("secret_destroy", `DELETE FROM secret s WHERE ${isSecret}`);

/** The value is sealed before it is sent to the database, bound to a unique identity. */
export const createSecret: Handler<"secret.create"> = async (context, { store_id, value, encoding, ...input }) => {
  const expires_at = input.expires_at === null ? null : expiryOf(input.expires_at);
  const { sql, vault, workspace } = context;
  const dataKey = await lockStoreForNew(context, store_id, input.key);
  const secret_id = newId("sec");
  const store = { workspaceId: workspace.id, storeId: store_id };
  const sealed = await vault.seal(store, dataKey, { secretId: secret_id, version: 1 }, bytesOf({ value, encoding }));
  const values = { workspace_id: workspace.id, store_id, secret_id, ...input, expires_at, encoding, sealed };
  return toSecret(await sql.one(insert, values));
};

/**
 * A secret's expiry as a Date, because a request may use offsets that PostgreSQL does not know.
 * @throws DomainError 400 when it has passed
 */
function expiryOf(expiresAt: string): Date {
  const moment = new Date(expiresAt);
  if (moment.getTime() <= Date.now()) throw invalidField("expires_at", "must be in the future");
  return moment;
}

/** Changes the fields that are sent. Neither the value nor the version changes. `expires_at: null` removes the expiry. */
export const updateSecret: Handler<"secret.update"> = async (
  context,
  { store_id, secret_id, if_version, ...changes },
) => {
  const { description, tags } = changes;
  const expires_at = typeof changes.expires_at === "string" ? expiryOf(changes.expires_at) : changes.expires_at;
  const { secret } = await lockLiveSecret(context, { store_id, secret_id }, if_version);
  if (description === undefined && tags === undefined && expires_at === undefined) return toSecret(secret);
  const row = await context.sql.one(update, {
    ...{ workspace_id: context.workspace.id, store_id, secret_id },
    ...{ description, tags, expires_at, sets_expiry: expires_at !== undefined },
  });
  return toSecret(row);
};

/** Deleting a deleted secret changes nothing, not even its time. `destroy` cannot be undone. */
export const deleteSecret: Handler<"secret.delete"> = async (context, { destroy: forGood, if_version, ...path }) => {
  const { sql, workspace } = context;
  const { secret } = await lockSecret(context, path, if_version);
  const { secret_id } = path;
  const uses = await usesOf(context, secret_id);
  if (uses.length > 0) throw mayPass(secretInUse(uses));
  const values = { workspace_id: workspace.id, ...path };
  if (forGood) {
    await sql.query(destroy, values);
    return { status: "destroyed", id: secret_id, restorable_until: null };
  }
  const { deleted_at } = (await sql.maybe(remove, values)) ?? secret;
  if (deleted_at === null) throw new Error("a deleted secret has no time of deletion");
  return { status: "deleted", id: secret_id, restorable_until: restorableUntil(deleted_at) };
};

/**
 * A secret that is not deleted is returned unchanged. A secret that can no longer be restored is 404, even before the
 * reconciler destroys it.
 */
export const restoreSecret: Handler<"secret.restore"> = async (context, path) => {
  const { sql, workspace } = context;
  const { secret } = await lockSecret(context, path);
  if (secret.deleted_at === null) return toSecret(secret);
  const values = { workspace_id: workspace.id, ...path };
  const other = await sql.maybe(withKey, { ...values, key: secret.key });
  if (other !== undefined) throw secretKeyTaken([{ type: "secret", id: other.secret_id, name: secret.key }]);
  return toSecret(found(await sql.maybe(restore, values), "secret"));
};
