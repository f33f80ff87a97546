import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { SecretRepository, toSecret } from "./secret-repository.ts";

export const getSecret: Handler<"secret.get"> = async (context, { store_id, secret_id }) => {
  const row = await new SecretRepository(context.sql, context.workspace.id, store_id).get(secret_id);
  if (row === undefined) throw notFound("secret");
  return toSecret(row);
};
