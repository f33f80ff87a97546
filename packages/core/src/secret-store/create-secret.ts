import type { Handler } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { expiryOf } from "./expiry.ts";
import { holdStoreForNew } from "./held-store.ts";
import { SecretRepository, toSecret } from "./secret-repository.ts";
import { bytesOf } from "./value-bytes.ts";

/** The value is sealed before it goes to the database, under an identity that no other row has. */
export const createSecret: Handler<"secret.create"> = async (
  context,
  { store_id, value, encoding, expires_at, ...shown },
) => {
  const expiresAt = expires_at === null ? null : expiryOf(expires_at);
  const { sql, vault, workspace } = context;
  const store = { workspaceId: workspace.id, storeId: store_id };
  const dataKey = await holdStoreForNew(sql, vault, store, shown.key);
  const secretId = newId("sec");
  const sealed = await vault.seal(store, dataKey, { secretId, version: 1 }, bytesOf({ value, encoding }));
  return toSecret(
    await new SecretRepository(sql, workspace.id, store_id).insert({ secretId, ...shown, expiresAt, encoding, sealed }),
  );
};
