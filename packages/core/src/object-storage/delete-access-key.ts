import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { AccessKeyRepository } from "./access-key-repository.ts";

export const deleteAccessKey: Handler<"accessKey.delete"> = async (context, { access_key_id }) => {
  const keys = new AccessKeyRepository(context.sql, context.workspace.id);
  if (!(await keys.delete(access_key_id))) throw notFound("access key");
  return { status: "deleted", access_key_id };
};
