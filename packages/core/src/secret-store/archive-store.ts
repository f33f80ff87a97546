import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

/**
 * Archiving a store that is archived changes nothing and answers 200 (design: Secret store). One that is being deleted
 * is gone for this (spec: no 409).
 */
export const archiveStore: Handler<"secretStore.archive"> = async (context, { store_id }) => {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const row = (await stores.move(store_id, "active", "archived")) ?? (await stores.get(store_id));
  if (row === undefined || row.status === "deleting") throw notFound("secret store");
  return toSecretStore(row, context.workspace);
};
