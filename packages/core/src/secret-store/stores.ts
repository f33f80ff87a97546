import { type CreateSecretStore, SecretStore, type SecretStoreStatus } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Workspace } from "../request/caller.ts";
import type { Handler, InWorkspace, RequestContext } from "../request/context.ts";
import { conflict, deletionProtected, found, mayPass, shownProtection } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { RESTORE_WINDOW, restorableUntil } from "./restore-window.ts";
import { secretInUse, storeArchived, storeNameTaken } from "./secret-refusals.ts";
import { usesInStore } from "./secret-use.ts";
import { firstFreeKey, storeKeyOf } from "./store-key.ts";

const columns =
  "store_id, workspace_id, name, store_key, description, status::text, deletion_protection, deleted_at, created_at, " +
  "updated_at";
const mine = "workspace_id = $workspace_id::bigint AND store_id = $store_id";

/** Stores that are being deleted have an index of their own. */
const listOf = <const Name extends string>(name: Name, which: string) =>
  statement(
    name,
    `SELECT ${columns} FROM secret_store
      WHERE workspace_id = $workspace_id::bigint AND ${which}
        AND store_id < $after
        AND ($status::secret_store_status IS NULL OR status = $status::secret_store_status)
        AND ($name::text IS NULL OR name = $name)
        AND ${contains("name", "$search")}
      ORDER BY store_id DESC LIMIT $limit::int`,
  );
const list = listOf("secret_store_list", "status <> 'deleting'");
const listDeleting = listOf("secret_store_list_deleting", "status = 'deleting'");

const get = lookup("secret_store_get", `SELECT ${columns} FROM secret_store WHERE ${mine}`);

/** `deleted_at` is null unless its status is `deleting`. */
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

// With its data key, its secrets and all their values.
const destroy = statement("secret_store_destroy", `DELETE FROM secret_store WHERE ${mine} AND NOT deletion_protection`);

const contents = statement(
  "secret_store_contents",
  `SELECT 'secret' AS type, secret_id AS id, key AS name FROM secret
    WHERE workspace_id = $workspace_id::bigint AND store_id = $store_id AND deleted_at IS NULL ORDER BY secret_id DESC
    LIMIT $limit::int`,
);

/** The most blockers in an answer. */
const MOST_BLOCKERS = 100;

const shown = wireForm(
  SecretStore.omit({ id: true, organization_id: true, workspace_id: true, deletion_protection: true }),
);

function toSecretStore(row: StoreRow, { organizationId }: Workspace): SecretStore {
  const owner = { organization_id: organizationId, workspace_id: String(row.workspace_id) };
  return { id: row.store_id, ...owner, ...shown(row), ...shownProtection(row.deletion_protection) };
}

const idOf = ({ workspace }: InWorkspace, store_id: string) => ({ workspace_id: workspace.id, store_id });

/** @throws DomainError 404, also for a store that is being deleted */
export async function readStore(context: InWorkspace, store_id: string): Promise<StoreRow> {
  const row = await context.sql.maybe(get, idOf(context, store_id));
  return found(row?.status === "deleting" ? undefined : row, "secret store");
}

/** Locks a store until the transaction ends, which also blocks writes to its secrets. @throws DomainError 404 */
async function lockStore(context: InWorkspace, store_id: string): Promise<StoreRow> {
  return found(await context.sql.maybe(lock, idOf(context, store_id)), "secret store");
}

/** The stores with this name, this key, or this key with a number, except those that are being deleted. */
function storesAlike({ sql, workspace }: InWorkspace, name: string, store_key: string): Promise<RowOf<typeof alike>[]> {
  return sql.query(alike, { workspace_id: workspace.id, name, store_key });
}

/**
 * Inserts a store under the first free key. Tries again when a concurrent request takes that key or the name first.
 * @throws DomainError 409 when the name is taken
 */
async function insertStore(context: InWorkspace, input: CreateSecretStore): Promise<StoreRow> {
  const key = storeKeyOf(input.name);
  for (;;) {
    const others = await storesAlike(context, input.name, key);
    if (others.some(({ name }) => name === input.name)) throw storeNameTaken();
    const store_key = firstFreeKey(key, new Set(others.map((store) => store.store_key)));
    const row = await context.sql.maybe(insert, { ...idOf(context, newId("store")), ...input, store_key });
    if (row !== undefined) return row;
  }
}

/** Stores that are being deleted are listed only on request. */
export const listStores: Handler<"secretStore.list"> = async (context, { limit, cursor, status, name, search }) => {
  const rows = await context.sql.query(status === "deleting" ? listDeleting : list, {
    workspace_id: context.workspace.id,
    after: olderThan(cursor, "store"),
    ...{ status, name, search },
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => row.store_id,
    (row) => toSecretStore(row, context.workspace),
  );
};

export const createStore: Handler<"secretStore.create"> = async (context, input) =>
  toSecretStore(await insertStore(context, input), context.workspace);

export const getStore: Handler<"secretStore.get"> = async (context, { store_id }) => {
  const row = await context.sql.maybe(get, idOf(context, store_id));
  return toSecretStore(found(row, "secret store"), context.workspace);
};

/** The key stays when the name changes, because clients use it to find the store. */
export const updateStore: Handler<"secretStore.update"> = async (context, { store_id, ...changes }) => {
  const { name, description, deletion_protection } = changes;
  const nothing = Object.values(changes).every((change) => change === undefined);
  const values = { ...idOf(context, store_id), name, description, deletion_protection };
  const row = (nothing ? undefined : await context.sql.maybe(update, values)) ?? (await readStore(context, store_id));
  if (row.status === "archived") throw storeArchived();
  return toSecretStore(row, context.workspace);
};

/** Archiving an archived store changes nothing and answers 200. */
export const archiveStore: Handler<"secretStore.archive"> = (context, { store_id }) =>
  moveStore(context, store_id, "active", "archived");

/** Unarchiving an active store changes nothing and answers 200. */
export const unarchiveStore: Handler<"secretStore.unarchive"> = (context, { store_id }) =>
  moveStore(context, store_id, "archived", "active");

async function moveStore(
  context: RequestContext,
  store_id: string,
  from: SecretStoreStatus,
  status: SecretStoreStatus,
) {
  const values = { ...idOf(context, store_id), expected_status: from, status };
  const row = (await context.sql.maybe(move, values)) ?? (await readStore(context, store_id));
  return toSecretStore(row, context.workspace);
}

/** Deletes a store, archived or not. A store with secrets needs `force`. A store with a secret in use is refused. */
export const deleteStore: Handler<"secretStore.delete"> = async (context, { store_id, force, destroy: forGood }) => {
  const { sql } = context;
  const id = idOf(context, store_id);
  const store = await lockStore(context, store_id);
  if (store.deletion_protection) throw deletionProtected("secret store");
  const secrets = store.status === "deleting" ? [] : await sql.query(contents, { ...id, limit: MOST_BLOCKERS });
  if (secrets.length > 0) {
    if (!force)
      throw mayPass(
        conflict(
          "store_not_empty",
          "The store holds secrets; delete them first, or delete it with force=true.",
          secrets,
        ),
      );
    const uses = await usesInStore(context, store_id);
    if (uses.length > 0) throw mayPass(secretInUse(uses));
  }
  if (forGood) {
    await sql.query(destroy, id);
    return { status: "destroyed", id: store_id, restorable_until: null };
  }
  const { deleted_at } = (await sql.maybe(remove, id)) ?? store;
  if (deleted_at === null) throw new Error("a deleted store has no time of deletion");
  return { status: "deleted", id: store_id, restorable_until: restorableUntil(deleted_at) };
};

/** A store that is not being deleted is returned unchanged. One whose restore window has passed is 404. */
export const restoreStore: Handler<"secretStore.restore"> = async (context, { store_id }) => {
  const { sql, workspace } = context;
  const store = await lockStore(context, store_id);
  if (store.status !== "deleting") return toSecretStore(store, workspace);
  const others = await storesAlike(context, store.name, store.store_key);
  const blockers = others.filter(({ name, store_key }) => name === store.name || store_key === store.store_key);
  if (blockers.length > 0) throw nameTakenMeanwhile(blockers);
  const row = await sql.maybe(restore, idOf(context, store_id));
  return toSecretStore(found(row, "secret store"), workspace);
};

function nameTakenMeanwhile(stores: readonly { readonly store_id: string; readonly name: string }[]) {
  const detail =
    "Another secret store has the name or the key now; delete that store, or rename it if only the name is the same.";
  return conflict(
    "name_taken",
    detail,
    stores.map(({ store_id, name }) => ({ type: "secret_store", id: store_id, name })),
  );
}
