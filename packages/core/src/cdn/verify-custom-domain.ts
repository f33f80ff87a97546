import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { CustomDomainRepository, toCustomDomainReport } from "./custom-domain-repository.ts";

/** The worker asks DNS: no request waits for servers that its sender has chosen. */
export const verifyCustomDomain: Handler<"cdnCustomDomain.verify"> = async (
  { sql, workspace },
  { distribution_id, domain },
) => {
  const domains = new CustomDomainRepository(sql, workspace.id, distribution_id);
  const row = await domains.hurry(domain);
  if (row !== undefined) return toCustomDomainReport(row);
  if ((await domains.get(domain)) === undefined) throw notFound("custom domain");
  throw conflict(
    "domain_failed",
    "The domain has failed and is not checked any more; remove it and add it again to start anew.",
  );
};
