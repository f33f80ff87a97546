import type { Token } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { DomainError } from "../request/domain-error.ts";

type TokenRow = Omit<Token, "expires_at" | "last_used_at"> & { expires_at: Date | null; last_used_at: Date | null };

const get = statement(
  "token_get",
  `SELECT token_id, name, prefix, scopes, workspace_policy::text, workspace_ids::text[], allowed_ip_ranges, expires_at, last_used_at
     FROM api_token WHERE token_id = $1 AND organization_id = $2`,
);

/** The caller's own token. @throws DomainError 403 for a person, who has none */
export const getToken: Handler<"token.get"> = async ({ sql, caller }) => {
  if (caller.type !== "token") {
    throw new DomainError(
      "forbidden",
      "Only an API token can ask about itself; the console lists the organization's tokens.",
      { code: "token_required" },
    );
  }
  const [row] = await sql.queryAs<TokenRow>(get, [caller.id, caller.organizationId]);
  if (row === undefined) throw new Error("the token that was let in is gone");
  return { ...row, expires_at: toTimestamp(row.expires_at), last_used_at: toTimestamp(row.last_used_at) };
};
