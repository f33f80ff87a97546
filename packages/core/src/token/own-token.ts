import { ALL_SCOPES, Token } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { DomainError } from "../request/domain-error.ts";
import { type Environment, hashTokenValue, isTokenValue } from "./token-value.ts";

const get = statement(
  "token_get",
  `SELECT token_id, name, prefix, scopes, workspace_policy::text, workspace_ids::text[], allowed_ip_ranges, expires_at,
          last_used_at,
          guard, max_deletions_per_hour, trim_scale(max_added_cost_per_hour)::text AS max_added_cost_per_hour,
          max_resources_per_hour
     FROM api_token WHERE token_id = $token_id AND organization_id = $organization_id`,
);

const findFull = statement(
  "token_full",
  `SELECT token_id FROM api_token
    WHERE hash = $hash AND organization_id = $organization_id AND revoked_at IS NULL AND expires_at IS NULL
      AND workspace_policy = 'entire_organization' AND scopes @> $all_scopes::text[] AND allowed_ip_ranges = '{}'
      AND guard = 'none' AND num_nonnulls(max_deletions_per_hour, max_added_cost_per_hour, max_resources_per_hour) = 0`,
);

const toToken = wireForm(Token);

/**
 * The caller's own token.
 * @throws DomainError 403 for a user, who has none
 */
export const getToken: Handler<"token.get"> = async ({ sql, caller }) => {
  if (caller.type !== "token") {
    throw new DomainError(
      "forbidden",
      "Only an API token can ask about itself; the console lists the organization's tokens.",
      { code: "token_required" },
    );
  }
  const row = await sql.one(get, { token_id: caller.id, organization_id: caller.organizationId });
  return toToken({ ...row, scopes: Token.shape.scopes.parse(row.scopes) });
};

/** Whether a value is a token in force with all scopes in all workspaces of an organization. */
export async function isFullToken(
  { sql }: { readonly sql: Sql },
  request: { readonly value: string; readonly organizationId: string; readonly environment: Environment },
): Promise<boolean> {
  if (!isTokenValue(request.value, request.environment)) return false;
  const full = await sql.maybe(findFull, {
    hash: hashTokenValue(request.value),
    organization_id: request.organizationId,
    all_scopes: ALL_SCOPES,
  });
  return full !== undefined;
}
