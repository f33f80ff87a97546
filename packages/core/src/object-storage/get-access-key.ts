import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { AccessKeyRepository, toAccessKey } from "./access-key-repository.ts";

export const getAccessKey: Handler<"accessKey.get"> = async (context, { access_key_id }) => {
  const row = await new AccessKeyRepository(context.sql, context.workspace.id).get(access_key_id);
  if (row === undefined) throw notFound("access key");
  return toAccessKey(row);
};
