import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

/** Unarchiving a store that is active changes nothing and answers 200, as archiving does. */
export const unarchiveStore: Handler<"secretStore.unarchive"> = async (context, { store_id }) => {
  const stores = new StoreRepository(context.prisma, context.workspace.id);
  await stores.move(store_id, "archived", "active");
  const row = await stores.get(store_id);
  if (row === null) throw notFound("secret store");
  return toSecretStore(row, context.workspace);
};
