import type { SecretStore, SecretStoreStatus } from "@fulmar/contract";
import type { RequestContext } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { StoreRepository, toSecretStore } from "./store-repository.ts";

/** Moves a store that is `from`, and leaves one that is `to` already as it is. One that is being deleted is gone for this (spec: no 409). */
export async function moveStore(context: RequestContext, storeId: string, from: SecretStoreStatus, to: SecretStoreStatus): Promise<SecretStore> {
  const stores = new StoreRepository(context.sql, context.workspace.id);
  const row = (await stores.move(storeId, from, to)) ?? (await stores.get(storeId));
  if (row === undefined || row.status === "deleting") throw notFound("secret store");
  return toSecretStore(row, context.workspace);
}
