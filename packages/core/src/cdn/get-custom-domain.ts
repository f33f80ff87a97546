import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { CustomDomainRepository, toCustomDomainReport } from "./custom-domain-repository.ts";

export const getCustomDomain: Handler<"cdnCustomDomain.get"> = async (
  { sql, workspace },
  { distribution_id, domain },
) => {
  const row = await new CustomDomainRepository(sql, workspace.id, distribution_id).get(domain);
  if (row === undefined) throw notFound("custom domain");
  return toCustomDomainReport(row);
};
