import type { Handler } from "../request/context.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

export const createStore: Handler<"secretStore.create"> = async (context, input) => {
  const row = await new StoreRepository(context.sql, context.workspace.id).insert(input);
  return toSecretStore(row, context.workspace);
};
