import type { Secret, SecretEncoding } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { inEachOrder, type ListPosition, type Sort } from "../query/list-order.ts";
import { contains, hasAny } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import { RESTORE_WINDOW, restorableUntil } from "./restore-window.ts";

/** A secret with its first version, sealed. */
interface NewSecret {
  readonly secretId: string;
  readonly key: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly expiresAt: Date | null;
  readonly encoding: SecretEncoding;
  readonly sealed: Uint8Array;
}

interface SecretChanges {
  readonly description: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly expiresAt: Date | null | undefined;
}

interface SecretFilter {
  readonly key?: string | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly search?: string | undefined;
  readonly deleted: boolean;
}

export const secretColumns =
  "s.secret_id, s.workspace_id, s.store_id, s.key, s.description, s.tags, s.version, s.expires_at, s.created_at, s.updated_at, s.deleted_at";
const mine = "s.workspace_id = $workspace_id::bigint AND s.store_id = $store_id AND s.secret_id = $secret_id";
/** Secrets of a store that is being deleted are treated as absent. */
const inStore = `EXISTS (
         SELECT FROM secret_store
          WHERE workspace_id = $workspace_id::bigint AND store_id = $store_id AND status <> 'deleting')`;

const listsOf = <const Name extends string>(name: Name, which: string) =>
  inEachOrder({
    name,
    by: { key: "s.key" },
    id: "s.secret_id",
    text: ({ after, orderBy }) => `
      SELECT ${secretColumns} FROM secret s
       WHERE s.workspace_id = $workspace_id::bigint AND s.store_id = $store_id AND s.deleted_at ${which} AND ${inStore}
         AND ${after("$after")}
         AND ($key::text IS NULL OR s.key = $key)
         AND ${hasAny("s.tags", "$tags")}
         AND ${contains("s.key", "$search")}
       ORDER BY ${orderBy} LIMIT $limit::int`,
  });
const lists = listsOf("secret_list", "IS NULL");
const listsOfDeleted = listsOf("secret_list_deleted", "IS NOT NULL");

const get = lookup("secret_get", `SELECT ${secretColumns} FROM secret s WHERE ${mine} AND ${inStore}`);

/** A secret as lists and gets read it. `version` is the number of the latest version. */
export type SecretRow = RowOf<typeof get>;

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
    WHERE ${mine} AND s.deleted_at IS NULL RETURNING ${secretColumns}`,
);

const remove = statement(
  "secret_delete",
  `UPDATE secret s SET deleted_at = now(), updated_at = now() WHERE ${mine} AND s.deleted_at IS NULL
RETURNING ${secretColumns}`,
);

const restore = statement(
  "secret_restore",
  `UPDATE secret s SET deleted_at = NULL, updated_at = now()
    WHERE ${mine} AND s.deleted_at > now() - ${RESTORE_WINDOW} RETURNING ${secretColumns}`,
);

const destroy = statement("secret_destroy", `DELETE FROM secret s WHERE ${mine}`);

/**
 * The secrets of one store of one workspace. Values are in the versions: `VersionRepository` writes them,
 * `secret-values.ts` reads them.
 */
export class SecretRepository {
  readonly #sql: Sql;
  readonly #store: { readonly workspace_id: bigint; readonly store_id: string };

  constructor(sql: Sql, workspaceId: bigint, storeId: string) {
    this.#sql = sql;
    this.#store = { workspace_id: workspaceId, store_id: storeId };
  }

  /** In the order of `sort`, at most `limit`, after a position. Also empty if there is no such store. */
  list(
    { key, tag, search, deleted }: SecretFilter,
    sort: Sort<"key">,
    after: ListPosition | null,
    limit: number,
  ): Promise<SecretRow[]> {
    return this.#sql.query((deleted ? listsOfDeleted : lists)[sort], {
      ...this.#store,
      after,
      key: key ?? null,
      tags: tag ?? null,
      search: search ?? null,
      limit,
    });
  }

  async get(secretId: string): Promise<SecretRow | undefined> {
    const [row] = await this.#sql.query(get, { ...this.#store, secret_id: secretId });
    return row;
  }

  /** The id of the secret with a key. Undefined if the key is free. */
  async idOf(key: string): Promise<string | undefined> {
    const [row] = await this.#sql.query(withKey, { ...this.#store, key });
    return row?.secret_id;
  }

  async insert({ secretId, key, description, tags, expiresAt, encoding, sealed }: NewSecret): Promise<SecretRow> {
    const [row] = await this.#sql.query(insert, {
      ...this.#store,
      ...{ secret_id: secretId, key, description, tags, expires_at: expiresAt, encoding, sealed },
    });
    if (row === undefined) throw new Error("the database created no secret");
    return row;
  }

  /** Undefined leaves a field as it is. `expiresAt: null` removes the expiry. */
  async update(secretId: string, { description, tags, expiresAt }: SecretChanges): Promise<SecretRow | undefined> {
    const [row] = await this.#sql.query(update, {
      ...this.#store,
      secret_id: secretId,
      description: description ?? null,
      tags: tags ?? null,
      sets_expiry: expiresAt !== undefined,
      expires_at: expiresAt ?? null,
    });
    return row;
  }

  /** Marks the secret as deleted. It can still be restored. Undefined when it is deleted already. */
  async delete(secretId: string): Promise<SecretRow | undefined> {
    const [row] = await this.#sql.query(remove, { ...this.#store, secret_id: secretId });
    return row;
  }

  /** Undefined when the restore window has passed. */
  async restore(secretId: string): Promise<SecretRow | undefined> {
    const [row] = await this.#sql.query(restore, { ...this.#store, secret_id: secretId });
    return row;
  }

  /** Deletes the secret and all its values for good. */
  async destroy(secretId: string): Promise<void> {
    await this.#sql.query(destroy, { ...this.#store, secret_id: secretId });
  }
}

export function toSecret({
  secret_id: id,
  workspace_id,
  deleted_at,
  expires_at,
  created_at,
  updated_at,
  ...shared
}: SecretRow): Secret {
  return {
    id,
    workspace_id: String(workspace_id),
    ...shared,
    expires_at: toTimestamp(expires_at),
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
    restorable_until: deleted_at === null ? null : restorableUntil(deleted_at),
  };
}
