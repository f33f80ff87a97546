import type { Handler } from "../request/context.ts";
import { mayPass } from "../request/domain-error.ts";
import { secretInUse } from "./constraint-errors.ts";
import { holdSecret } from "./held-secret.ts";
import { restorableUntil } from "./restore-window.ts";
import { SecretRepository } from "./secret-repository.ts";
import { usesOf } from "./secret-use.ts";

/** Deleting one that is deleted changes nothing, its time neither; `destroy` is for good, at once. */
export const deleteSecret: Handler<"secret.delete"> = async (context, { store_id, secret_id, destroy, if_version }) => {
  const { sql, workspace } = context;
  const { secret } = await holdSecret(sql, workspace.id, { store_id, secret_id }, if_version);
  const uses = await usesOf(sql, workspace.id, secret_id);
  if (uses.length > 0) throw mayPass(secretInUse(uses));
  const secrets = new SecretRepository(sql, workspace.id, store_id);
  if (destroy) {
    await secrets.destroy(secret_id);
    return { status: "destroyed", id: secret_id, restorable_until: null };
  }
  const { deleted_at } = (await secrets.delete(secret_id)) ?? secret;
  if (deleted_at === null) throw new Error("a secret was deleted at no time");
  return { status: "deleted", id: secret_id, restorable_until: restorableUntil(deleted_at) };
};
