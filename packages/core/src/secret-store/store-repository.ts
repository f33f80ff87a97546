import type { Blocker, CreateSecretStore, SecretStore, SecretStoreStatus, UpdateSecretStore } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { contains } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";
import { shownProtection } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { RESTORE_WINDOW } from "./restore-window.ts";
import { storeNameTaken } from "./secret-refusals.ts";
import { firstFreeKey, storeKeyOf } from "./store-key.ts";

interface StoreFilter {
  readonly status?: SecretStoreStatus | undefined;
  readonly name?: string | undefined;
  readonly search?: string | undefined;
}

const columns =
  "store_id, workspace_id, name, store_key, description, status::text, deletion_protection, deleted_at, created_at, updated_at";
const mine = "workspace_id = $workspace_id::bigint AND store_id = $store_id";

/** Stores that are being deleted have an index of their own. */
const listOf = <const Name extends string>(name: Name, which: string) =>
  statement(
    name,
    `SELECT ${columns} FROM secret_store
      WHERE workspace_id = $workspace_id::bigint AND ${which}
        AND ($after::text IS NULL OR store_id < $after)
        AND ($status::secret_store_status IS NULL OR status = $status::secret_store_status)
        AND ($name::text IS NULL OR name = $name)
        AND ${contains("name", "$search")}
      ORDER BY store_id DESC LIMIT $limit::int`,
  );
const list = listOf("secret_store_list", "status <> 'deleting'");
const listDeleting = listOf("secret_store_list_deleting", "status = 'deleting'");

const get = lookup("secret_store_get", `SELECT ${columns} FROM secret_store WHERE ${mine}`);

/** A store as lists and gets read it. `deleted_at` is null unless its status is `deleting`. */
type StoreRow = RowOf<typeof get>;

const lock = statement("secret_store_lock", `SELECT ${columns} FROM secret_store WHERE ${mine} FOR UPDATE`);

const alike = statement(
  "secret_store_alike",
  `SELECT store_id, name, store_key FROM secret_store
    WHERE workspace_id = $workspace_id::bigint AND status <> 'deleting'
      AND (name = $name OR store_key = $store_key OR starts_with(store_key, $store_key || '-'))`,
);

const insert = statement(
  "secret_store_insert",
  `INSERT INTO secret_store (store_id, workspace_id, name, store_key, description, deletion_protection)
   VALUES ($store_id, $workspace_id::bigint, $name, $store_key, $description, $deletion_protection::boolean)
   ON CONFLICT DO NOTHING RETURNING ${columns}`,
);

const update = statement(
  "secret_store_update",
  `UPDATE secret_store SET name = coalesce($name, name), description = coalesce($description, description),
          deletion_protection = coalesce($deletion_protection::boolean, deletion_protection), updated_at = now()
    WHERE ${mine} AND status = 'active' RETURNING ${columns}`,
);

const move = statement(
  "secret_store_move",
  `UPDATE secret_store SET status = $status::secret_store_status, updated_at = now()
    WHERE ${mine} AND status = $expected_status::secret_store_status RETURNING ${columns}`,
);

const remove = statement(
  "secret_store_delete",
  `UPDATE secret_store SET status = 'deleting', deleted_from = status, deleted_at = now(), updated_at = now()
    WHERE ${mine} AND status <> 'deleting' AND NOT deletion_protection RETURNING ${columns}`,
);

const restore = statement(
  "secret_store_restore",
  `UPDATE secret_store SET status = deleted_from, deleted_from = NULL, deleted_at = NULL, updated_at = now()
    WHERE ${mine} AND status = 'deleting' AND deleted_at > now() - ${RESTORE_WINDOW} RETURNING ${columns}`,
);

const destroy = statement("secret_store_destroy", `DELETE FROM secret_store WHERE ${mine} AND NOT deletion_protection`);

/** The secret stores of one workspace. */
export class StoreRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, at most `limit`, older than `after`. Stores that are being deleted are only included on request. */
  list({ status, name, search }: StoreFilter, after: string | undefined, limit: number): Promise<StoreRow[]> {
    return this.#sql.query(status === "deleting" ? listDeleting : list, {
      workspace_id: this.#workspaceId,
      after: after ?? null,
      status: status ?? null,
      name: name ?? null,
      search: search ?? null,
      limit,
    });
  }

  async get(storeId: string): Promise<StoreRow | undefined> {
    const [row] = await this.#sql.query(get, this.#idOf(storeId));
    return row;
  }

  /** Reads a store and locks it until the transaction ends, which also blocks writes to its secrets. */
  async lock(storeId: string): Promise<StoreRow | undefined> {
    const [row] = await this.#sql.query(lock, this.#idOf(storeId));
    return row;
  }

  /**
   * Inserts a store under the first free key. Tries again when a concurrent request takes that key or the name first.
   * @throws DomainError 409 when the name is taken
   */
  async insert({ name, description, deletion_protection }: CreateSecretStore): Promise<StoreRow> {
    const key = storeKeyOf(name);
    for (;;) {
      const others = await this.alike(name, key);
      if (others.some((store) => store.name === name)) throw storeNameTaken();
      const store_key = firstFreeKey(key, new Set(others.map((store) => store.store_key)));
      const values = { ...this.#idOf(newId("store")), name, store_key, description, deletion_protection };
      const [row] = await this.#sql.query(insert, values);
      if (row !== undefined) return row;
    }
  }

  /** The stores with this name, this key, or this key with a number, except those that are being deleted. */
  alike(name: string, key: string): Promise<RowOf<typeof alike>[]> {
    return this.#sql.query(alike, { workspace_id: this.#workspaceId, name, store_key: key });
  }

  /** Undefined when the store is not active. */
  async update(storeId: string, changes: UpdateSecretStore): Promise<StoreRow | undefined> {
    const { name = null, description = null, deletion_protection = null } = changes;
    const values = { ...this.#idOf(storeId), name, description, deletion_protection };
    const [row] = await this.#sql.query(update, values);
    return row;
  }

  /** One conditional update. @returns undefined when the store is not `from` */
  async move(storeId: string, from: SecretStoreStatus, to: SecretStoreStatus): Promise<StoreRow | undefined> {
    const [row] = await this.#sql.query(move, { ...this.#idOf(storeId), expected_status: from, status: to });
    return row;
  }

  /** active | archived → deleting. It can still be restored. */
  async delete(storeId: string): Promise<StoreRow | undefined> {
    const [row] = await this.#sql.query(remove, this.#idOf(storeId));
    return row;
  }

  /** deleting → its previous status. Undefined when the restore window has passed. */
  async restore(storeId: string): Promise<StoreRow | undefined> {
    const [row] = await this.#sql.query(restore, this.#idOf(storeId));
    return row;
  }

  /** Deletes the store, its data key, its secrets and all their values for good. */
  async destroy(storeId: string): Promise<void> {
    await this.#sql.query(destroy, this.#idOf(storeId));
  }

  #idOf(storeId: string) {
    return { workspace_id: this.#workspaceId, store_id: storeId };
  }
}

export function toSecretStore(row: StoreRow, workspace: Workspace): SecretStore {
  const { store_id: id, name, store_key, description, status } = row;
  const owner = { organization_id: workspace.organizationId, workspace_id: String(row.workspace_id) };
  return {
    id,
    ...owner,
    name,
    store_key,
    description,
    status,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    ...shownProtection(row.deletion_protection),
  };
}

/** The most blockers in an answer. */
const MOST_BLOCKERS = 100;

const secrets = statement(
  "secret_store_contents",
  `SELECT 'secret' AS type, secret_id AS id, key AS name FROM secret
    WHERE workspace_id = $workspace_id::bigint AND store_id = $store_id AND deleted_at IS NULL ORDER BY secret_id DESC
    LIMIT $limit::int`,
);

/** At most a hundred secrets of a store, newest first, without deleted ones. */
export function secretsOf(sql: Sql, workspaceId: bigint, storeId: string): Promise<Blocker[]> {
  return sql.query(secrets, { workspace_id: workspaceId, store_id: storeId, limit: MOST_BLOCKERS });
}
