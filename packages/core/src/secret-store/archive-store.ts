import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

/** Archiving a store that is archived changes nothing and answers 200 (design: Secret store). */
export const archiveStore: Handler<"secretStore.archive"> = async (context, { store_id }) => {
  const stores = new StoreRepository(context.prisma, context.workspace.id);
  await stores.move(store_id, "active", "archived");
  const row = await stores.get(store_id);
  if (row === null) throw notFound("secret store");
  return toSecretStore(row, context.workspace);
};
