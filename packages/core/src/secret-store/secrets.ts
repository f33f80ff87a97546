import { keyIn, positionIn } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { invalidField, mayPass, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { lockLiveSecret, lockSecret, lockStoreForNew } from "./lock-secret.ts";
import { restorableUntil } from "./restore-window.ts";
import { secretInUse, secretKeyTaken } from "./secret-refusals.ts";
import { SecretRepository, toSecret } from "./secret-repository.ts";
import { usesOf } from "./secret-use.ts";
import { bytesOf } from "./secret-values.ts";
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
  return toPage(rows, limit, (row) => keyIn(sort, row.secret_id, row), toSecret);
};

/** An empty list may mean that there is no such store. @throws DomainError 404 */
async function requireStore(stores: StoreRepository, storeId: string): Promise<void> {
  const store = await stores.get(storeId);
  if (store === undefined || store.status === "deleting") throw notFound("secret store");
}

/** The value is sealed before it is sent to the database, bound to a unique identity. */
export const createSecret: Handler<"secret.create"> = async (
  context,
  { store_id, value, encoding, expires_at, ...shown },
) => {
  const expiresAt = expires_at === null ? null : expiryOf(expires_at);
  const { sql, vault, workspace } = context;
  const store = { workspaceId: workspace.id, storeId: store_id };
  const dataKey = await lockStoreForNew(sql, vault, store, shown.key);
  const secretId = newId("sec");
  const sealed = await vault.seal(store, dataKey, { secretId, version: 1 }, bytesOf({ value, encoding }));
  return toSecret(
    await new SecretRepository(sql, workspace.id, store_id).insert({ secretId, ...shown, expiresAt, encoding, sealed }),
  );
};

/**
 * A secret's expiry as a Date, because a request may use offsets that PostgreSQL does not know.
 * @throws DomainError 400 when it has passed
 */
function expiryOf(expiresAt: string): Date {
  const moment = new Date(expiresAt);
  if (moment.getTime() <= Date.now()) throw invalidField("expires_at", "must be in the future");
  return moment;
}

export const getSecret: Handler<"secret.get"> = async (context, { store_id, secret_id }) => {
  const row = await new SecretRepository(context.sql, context.workspace.id, store_id).get(secret_id);
  if (row === undefined) throw notFound("secret");
  return toSecret(row);
};

/** Changes the fields that are sent. Neither the value nor the version changes. */
export const updateSecret: Handler<"secret.update"> = async (
  context,
  { store_id, secret_id, if_version, description, tags, expires_at },
) => {
  const expiresAt = typeof expires_at === "string" ? expiryOf(expires_at) : expires_at;
  const { sql, workspace } = context;
  const { secret } = await lockLiveSecret(sql, workspace.id, { store_id, secret_id }, if_version);
  const changes = { description, tags, expiresAt };
  if (Object.values(changes).every((change) => change === undefined)) return toSecret(secret);
  const row = await new SecretRepository(sql, workspace.id, store_id).update(secret_id, changes);
  if (row === undefined) throw new Error("a locked secret has changed");
  return toSecret(row);
};

/** Deleting a deleted secret changes nothing, not even its time. `destroy` cannot be undone. */
export const deleteSecret: Handler<"secret.delete"> = async (context, { store_id, secret_id, destroy, if_version }) => {
  const { sql, workspace } = context;
  const { secret } = await lockSecret(sql, workspace.id, { store_id, secret_id }, if_version);
  const uses = await usesOf(sql, workspace.id, secret_id);
  if (uses.length > 0) throw mayPass(secretInUse(uses));
  const secrets = new SecretRepository(sql, workspace.id, store_id);
  if (destroy) {
    await secrets.destroy(secret_id);
    return { status: "destroyed", id: secret_id, restorable_until: null };
  }
  const { deleted_at } = (await secrets.delete(secret_id)) ?? secret;
  if (deleted_at === null) throw new Error("a deleted secret has no time of deletion");
  return { status: "deleted", id: secret_id, restorable_until: restorableUntil(deleted_at) };
};

/**
 * A secret that is not deleted is returned unchanged. A secret that can no longer be restored is 404, even before the
 * reconciler destroys it.
 */
export const restoreSecret: Handler<"secret.restore"> = async (context, { store_id, secret_id }) => {
  const { sql, workspace } = context;
  const { secret } = await lockSecret(sql, workspace.id, { store_id, secret_id });
  if (secret.deleted_at === null) return toSecret(secret);
  const secrets = new SecretRepository(sql, workspace.id, store_id);
  const other = await secrets.idOf(secret.key);
  if (other !== undefined) throw secretKeyTaken([{ type: "secret", id: other, name: secret.key }]);
  const row = await secrets.restore(secret_id);
  if (row === undefined) throw notFound("secret");
  return toSecret(row);
};
