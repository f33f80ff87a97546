import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

export const getStore: Handler<"secretStore.get"> = async (context, { store_id }) => {
  const row = await new StoreRepository(context.sql, context.workspace.id).get(store_id);
  if (row === undefined) throw notFound("secret store");
  return toSecretStore(row, context.workspace);
};
