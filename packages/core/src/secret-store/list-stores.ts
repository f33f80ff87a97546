import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

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
