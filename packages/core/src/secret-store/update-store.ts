import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { storeArchived } from "./secret-refusals.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

/** The key stays, whatever the name: clients ask for the store by it. */
export const updateStore: Handler<"secretStore.update"> = async (context, { store_id, ...changes }) => {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const nothing = Object.values(changes).every((change) => change === undefined);
  const row = (nothing ? undefined : await stores.update(store_id, changes)) ?? (await stores.get(store_id));
  if (row === undefined || row.status === "deleting") throw notFound("secret store");
  if (row.status === "archived") throw storeArchived();
  return toSecretStore(row, context.workspace);
};
