import type { RequestContext } from "../request/context.ts";
import { DomainError } from "../request/domain-error.ts";

/**
 * @param what is the organization's, in words and in the plural
 * @throws DomainError 403 to a token of specific workspaces
 */
export function requireOrganizationToken({ caller }: Pick<RequestContext, "caller">, what: string): void {
  if (!caller.confined) return;
  throw new DomainError(
    "forbidden",
    `${what} are the organization's, and this token is of specific workspaces; use a token of the entire organization.`,
    { code: "workspace_policy" },
  );
}
