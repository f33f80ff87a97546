import { SecretVersion, type SecretVersionStatus } from "@fulmar/contract";
import { lookup, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { lockLiveSecret } from "./lock-secret.ts";
import { secretInUse, versionDestroyed } from "./secret-refusals.ts";
import { usesOf } from "./secret-use.ts";
import { bytesOf } from "./secret-values.ts";
import { readSecret, type SecretPath } from "./secrets.ts";

const columns = "v.secret_id, v.version, v.status::text, v.encoding::text, v.created_at, v.destroyed_at";
const mine = "v.workspace_id = $workspace_id::bigint AND v.secret_id = $secret_id";

const list = statement(
  "secret_version_list",
  `SELECT ${columns} FROM secret_version v
    WHERE ${mine} AND v.version < $before::int
      AND EXISTS (SELECT FROM secret s JOIN secret_store st USING (workspace_id, store_id)
                   WHERE s.workspace_id = $workspace_id::bigint AND s.secret_id = $secret_id AND s.store_id = $store_id
                     AND st.status <> 'deleting')
    ORDER BY v.version DESC LIMIT $limit::int`,
);

const get = lookup(
  "secret_version_get",
  `SELECT ${columns} FROM secret_version v WHERE ${mine} AND v.version = $version::int`,
);

const insert = statement(
  "secret_version_insert",
  `WITH counted AS (
     UPDATE secret SET version = $version::int, updated_at = now()
      WHERE workspace_id = $workspace_id::bigint AND secret_id = $secret_id
   )
   INSERT INTO secret_version AS v (workspace_id, secret_id, version, encoding, sealed)
   VALUES ($workspace_id::bigint, $secret_id, $version::int, $encoding::secret_encoding, $sealed::bytea)
   RETURNING ${columns}`,
);

const setStatus = statement(
  "secret_version_set_status",
  `UPDATE secret_version v SET status = $status::secret_version_status
    WHERE ${mine} AND v.version = $version::int AND v.status <> 'destroyed' RETURNING ${columns}`,
);

// Its value is erased.
const destroy = statement(
  "secret_version_destroy",
  `UPDATE secret_version v SET status = 'destroyed', sealed = NULL, destroyed_at = now()
    WHERE ${mine} AND v.version = $version::int AND v.status <> 'destroyed' RETURNING ${columns}`,
);

const toSecretVersion = wireForm(SecretVersion);

/** The number of a version, in a path or a cursor. */
const NUMBER = /^[1-9]\d{0,8}$/;
const ABOVE_ALL_NUMBERS = 10 ** 9;

export const listSecretVersions: Handler<"secretVersion.list"> = async (context, { limit, cursor, ...path }) => {
  const before = Number(decodeCursor(cursor, NUMBER) ?? ABOVE_ALL_NUMBERS);
  const values = { workspace_id: context.workspace.id, ...path, before, limit: limit + 1 };
  const rows = await context.sql.query(list, values);
  // A secret has at least one version, so an empty first page means that there is no such secret.
  if (rows.length === 0) await readSecret(context, path);
  return toPage(rows, limit, (row) => String(row.version), toSecretVersion);
};

/** Concurrent requests each get a number of their own. With `if_version`, all but the first are refused. */
export const createSecretVersion: Handler<"secretVersion.create"> = async (
  context,
  { store_id, secret_id, value, encoding, if_version },
) => {
  const { sql, vault, workspace } = context;
  const { secret, dataKey } = await lockLiveSecret(context, { store_id, secret_id }, if_version);
  const version = secret.version + 1;
  const store = { workspaceId: workspace.id, storeId: store_id };
  const sealed = await vault.seal(store, dataKey, { secretId: secret_id, version }, bytesOf({ value, encoding }));
  return toSecretVersion(await sql.one(insert, { workspace_id: workspace.id, secret_id, version, encoding, sealed }));
};

/**
 * Sets the status of a version, if it has another one. The latest version of a secret that is in use stays enabled.
 * @throws DomainError 404, 409 `version_destroyed`, 409 `secret_in_use`
 */
async function changeSecretVersion(
  context: RequestContext,
  { version: asked, ...path }: SecretPath & { readonly version: string },
  to: SecretVersionStatus,
): Promise<SecretVersion> {
  const { sql, workspace } = context;
  const { secret } = await lockLiveSecret(context, path);
  const { secret_id } = path;
  const read = NUMBER.test(asked)
    ? await sql.maybe(get, { workspace_id: workspace.id, secret_id, version: Number(asked) })
    : undefined;
  const row = found(read, "version of the secret");
  if (row.status === to) return toSecretVersion(row);
  if (row.status === "destroyed") throw versionDestroyed(row.version);
  if (to !== "enabled" && row.version === secret.version) {
    const uses = await usesOf(context, secret_id);
    if (uses.length > 0) throw secretInUse(uses);
  }
  const values = { workspace_id: workspace.id, secret_id, version: row.version };
  return toSecretVersion(
    await (to === "destroyed" ? sql.one(destroy, values) : sql.one(setStatus, { ...values, status: to })),
  );
}

export const enableSecretVersion: Handler<"secretVersion.enable"> = (context, path) =>
  changeSecretVersion(context, path, "enabled");

export const disableSecretVersion: Handler<"secretVersion.disable"> = (context, path) =>
  changeSecretVersion(context, path, "disabled");

export const destroySecretVersion: Handler<"secretVersion.destroy"> = (context, path) =>
  changeSecretVersion(context, path, "destroyed");
