import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

export const getStore: Handler<"secretStore.get"> = async (context, { store_id }) => {
  const row = await new StoreRepository(context.sql, context.workspace.id).get(store_id);
  if (row === undefined) throw notFound("secret store");
  return toSecretStore(row, context.workspace);
};
