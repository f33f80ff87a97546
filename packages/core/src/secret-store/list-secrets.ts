import { keyIn, positionIn } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { SecretRepository, toSecret } from "./secret-repository.ts";
import { StoreRepository } from "./store-repository.ts";

export const listSecrets: Handler<"secret.list"> = async (context, { store_id, limit, cursor, sort, ...filter }) => {
  const { sql, workspace } = context;
  const rows = await new SecretRepository(sql, workspace.id, store_id).list(
    filter,
    sort,
    positionIn(sort, "sec", cursor),
    limit + 1,
  );
  if (rows.length === 0) await requireStore(new StoreRepository(sql, workspace.id), store_id);
  return toPage(rows, limit, (row) => keyIn(sort, row.secret_id, row.key), toSecret);
};

/** Nothing found may mean that there is nothing, or that there is no store to look in. */
async function requireStore(stores: StoreRepository, storeId: string): Promise<void> {
  const store = await stores.get(storeId);
  if (store === undefined || store.status === "deleting") throw notFound("secret store");
}
