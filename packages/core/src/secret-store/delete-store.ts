import type { Handler } from "../request/context.ts";
import { conflict, mayPass, notFound } from "../request/domain-error.ts";
import { secretInUse } from "./constraint-errors.ts";
import { restorableUntil } from "./restore-window.ts";
import { usesInStore } from "./secret-use.ts";
import { secretsOf } from "./secrets-of-store.ts";
import { StoreRepository } from "./store-repository.ts";

/**
 * Deletes a store, one that is archived too; with secrets in it only with `force`, and with a secret that is used not
 * at all.
 */
export const deleteStore: Handler<"secretStore.delete"> = async (context, { store_id, force, destroy }) => {
  const { sql, workspace } = context;
  const stores = new StoreRepository(sql, workspace.id);
  const store = await stores.hold(store_id);
  if (store === undefined) throw notFound("secret store");
  const secrets = store.status === "deleting" ? [] : await secretsOf(sql, workspace.id, store_id);
  if (secrets.length > 0) {
    if (!force)
      throw mayPass(
        conflict(
          "store_not_empty",
          "The store holds secrets; delete them first, or delete it with force=true.",
          secrets,
        ),
      );
    const uses = await usesInStore(sql, workspace.id, store_id);
    if (uses.length > 0) throw mayPass(secretInUse(uses));
  }
  if (destroy) {
    await stores.destroy(store_id);
    return { status: "destroyed", id: store_id, restorable_until: null };
  }
  const { deleted_at } = (await stores.delete(store_id)) ?? store;
  if (deleted_at === null) throw new Error("a store was deleted at no time");
  return { status: "deleted", id: store_id, restorable_until: restorableUntil(deleted_at) };
};
