import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { secretKeyTaken } from "./constraint-errors.ts";
import { holdSecret } from "./held-secret.ts";
import { SecretRepository, toSecret } from "./secret-repository.ts";

/**
 * A secret that is not deleted stays as it is; one whose time is over is gone, though a reconciler may not have been
 * there yet.
 */
export const restoreSecret: Handler<"secret.restore"> = async (context, { store_id, secret_id }) => {
  const { sql, workspace } = context;
  const { secret } = await holdSecret(sql, workspace.id, { store_id, secret_id });
  if (secret.deleted_at === null) return toSecret(secret);
  const secrets = new SecretRepository(sql, workspace.id, store_id);
  const other = await secrets.idOf(secret.key);
  if (other !== undefined) throw secretKeyTaken([{ type: "secret", id: other, name: secret.key }]);
  const row = await secrets.restore(secret_id);
  if (row === undefined) throw notFound("secret");
  return toSecret(row);
};
