import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

/** A store that is not being deleted stays as it is. */
export const restoreStore: Handler<"secretStore.restore"> = async (context, { store_id }) => {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const store = await stores.hold(store_id);
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
    "Another secret store has taken the name or the key meanwhile; delete that one, or rename it where only the name is the same.";
  return conflict(
    "name_taken",
    detail,
    stores.map(({ store_id, name }) => ({ type: "secret_store", id: store_id, name })),
  );
}
