import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

/** Unarchiving a store that is active changes nothing and answers 200, as archiving does. */
export const unarchiveStore: Handler<"secretStore.unarchive"> = async (context, { store_id }) => {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const row = (await stores.move(store_id, "archived", "active")) ?? (await stores.get(store_id));
  if (row === undefined || row.status === "deleting") throw notFound("secret store");
  return toSecretStore(row, context.workspace);
};
