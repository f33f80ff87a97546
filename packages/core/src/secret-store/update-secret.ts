import type { Handler } from "../request/context.ts";
import { expiryOf } from "./expiry.ts";
import { holdLiveSecret } from "./held-secret.ts";
import { SecretRepository, toSecret } from "./secret-repository.ts";

/** Changes what is said of a secret; the version stays, as the value does. */
export const updateSecret: Handler<"secret.update"> = async (
  context,
  { store_id, secret_id, if_version, description, tags, expires_at },
) => {
  const expiresAt = typeof expires_at === "string" ? expiryOf(expires_at) : expires_at;
  const { sql, workspace } = context;
  const { secret } = await holdLiveSecret(sql, workspace.id, { store_id, secret_id }, if_version);
  const changes = { description, tags, expiresAt };
  if (Object.values(changes).every((change) => change === undefined)) return toSecret(secret);
  const row = await new SecretRepository(sql, workspace.id, store_id).update(secret_id, changes);
  if (row === undefined) throw new Error("a secret that is held has changed");
  return toSecret(row);
};
