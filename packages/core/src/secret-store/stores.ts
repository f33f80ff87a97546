import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { conflict, deletionProtected, mayPass, notFound } from "../request/domain-error.ts";
import { restorableUntil } from "./restore-window.ts";
import { secretInUse, storeArchived } from "./secret-refusals.ts";
import { usesInStore } from "./secret-use.ts";
import { StoreRepository, secretsOf, toSecretStore } from "./store-repository.ts";

export const listStores: Handler<"secretStore.list"> = async (context, { limit, cursor, ...filter }) => {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const rows = await stores.list(filter, decodeCursor(cursor, "store"), limit + 1);
  return toPage(
    rows,
    limit,
    (row) => row.store_id,
    (row) => toSecretStore(row, context.workspace),
  );
};

export const createStore: Handler<"secretStore.create"> = async (context, input) => {
  const row = await new StoreRepository(context.sql, context.workspace.id).insert(input);
  return toSecretStore(row, context.workspace);
};

export const getStore: Handler<"secretStore.get"> = async (context, { store_id }) => {
  const row = await new StoreRepository(context.sql, context.workspace.id).get(store_id);
  if (row === undefined) throw notFound("secret store");
  return toSecretStore(row, context.workspace);
};

/** The key stays when the name changes, because clients use it to find the store. */
export const updateStore: Handler<"secretStore.update"> = async (context, { store_id, ...changes }) => {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const nothing = Object.values(changes).every((change) => change === undefined);
  const row = (nothing ? undefined : await stores.update(store_id, changes)) ?? (await stores.get(store_id));
  if (row === undefined || row.status === "deleting") throw notFound("secret store");
  if (row.status === "archived") throw storeArchived();
  return toSecretStore(row, context.workspace);
};

/**
 * Archiving an archived store changes nothing and answers 200. A store that is being deleted is
 * 404.
 */
export const archiveStore: Handler<"secretStore.archive"> = async (context, { store_id }) => {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const row = (await stores.move(store_id, "active", "archived")) ?? (await stores.get(store_id));
  if (row === undefined || row.status === "deleting") throw notFound("secret store");
  return toSecretStore(row, context.workspace);
};

/** Unarchiving an active store changes nothing and answers 200. */
export const unarchiveStore: Handler<"secretStore.unarchive"> = async (context, { store_id }) => {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const row = (await stores.move(store_id, "archived", "active")) ?? (await stores.get(store_id));
  if (row === undefined || row.status === "deleting") throw notFound("secret store");
  return toSecretStore(row, context.workspace);
};

/** Deletes a store, archived or not. A store with secrets needs `force`. A store with a secret in use is refused. */
export const deleteStore: Handler<"secretStore.delete"> = async (context, { store_id, force, destroy }) => {
  const { sql, workspace } = context;
  const stores = new StoreRepository(sql, workspace.id);
  const store = await stores.lock(store_id);
  if (store === undefined) throw notFound("secret store");
  if (store.deletion_protection) throw deletionProtected("secret store");
  const secrets = store.status === "deleting" ? [] : await secretsOf(sql, workspace.id, store_id);
  if (secrets.length > 0) {
    if (!force)
      throw mayPass(
        conflict(
          "store_not_empty",
          "The store holds secrets; delete them first, or delete it with force=true.",
          secrets,
        ),
      );
    const uses = await usesInStore(sql, workspace.id, store_id);
    if (uses.length > 0) throw mayPass(secretInUse(uses));
  }
  if (destroy) {
    await stores.destroy(store_id);
    return { status: "destroyed", id: store_id, restorable_until: null };
  }
  const { deleted_at } = (await stores.delete(store_id)) ?? store;
  if (deleted_at === null) throw new Error("a deleted store has no time of deletion");
  return { status: "deleted", id: store_id, restorable_until: restorableUntil(deleted_at) };
};

/** A store that is not being deleted is returned unchanged. */
export const restoreStore: Handler<"secretStore.restore"> = async (context, { store_id }) => {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const store = await stores.lock(store_id);
  if (store === undefined) throw notFound("secret store");
  if (store.status !== "deleting") return toSecretStore(store, context.workspace);
  const others = await stores.alike(store.name, store.store_key);
  const blockers = others.filter(({ name, store_key }) => name === store.name || store_key === store.store_key);
  if (blockers.length > 0) throw nameTakenMeanwhile(blockers);
  const row = await stores.restore(store_id);
  if (row === undefined) throw notFound("secret store");
  return toSecretStore(row, context.workspace);
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
