import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { SecretRepository, toSecret } from "./secret-repository.ts";

export const getSecret: Handler<"secret.get"> = async (context, { store_id, secret_id }) => {
  const row = await new SecretRepository(context.sql, context.workspace.id, store_id).get(secret_id);
  if (row === undefined) throw notFound("secret");
  return toSecret(row);
};
