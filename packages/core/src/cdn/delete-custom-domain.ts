import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { CustomDomainRepository } from "./custom-domain-repository.ts";

export const deleteCustomDomain: Handler<"cdnCustomDomain.delete"> = async (
  { sql, workspace },
  { distribution_id, domain },
) => {
  const deleted = await new CustomDomainRepository(sql, workspace.id, distribution_id).delete(domain);
  if (!deleted) throw notFound("custom domain");
  return { status: "deleted", domain };
};
