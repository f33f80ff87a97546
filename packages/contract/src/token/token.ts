import { z } from "zod";
import { DecimalText } from "../billing/usage.ts";
import { TokenGuard, WorkspacePolicy } from "../console/api-token.ts";
import { defineOperation } from "../declaration/operation.ts";
import { ALL_SCOPES } from "../declaration/scopes.ts";
import { Timestamp } from "../values/fields.ts";

/** The caller's own token, without its value. */
export const Token = z
  .strictObject({
    token_id: z.string(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.enum(ALL_SCOPES)),
    workspace_policy: WorkspacePolicy,
    workspace_ids: z.array(z.string()),
    /** The source ranges that it may be used from, in CIDR notation. If empty, any address. */
    allowed_ip_ranges: z.array(z.string()),
    /** What a change of it needs: nothing, or a person's approval. */
    guard: TokenGuard,
    /** How much it may do in an hour without a person. Null: as much as it likes. */
    max_deletions_per_hour: z.int().nullable(),
    max_added_cost_per_hour: DecimalText.nullable(),
    max_resources_per_hour: z.int().nullable(),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
  })
  .meta({ id: "Token" });
export type Token = z.infer<typeof Token>;

export const tokenGet = defineOperation({
  id: "token.get",
  resource: "api_token",
  family: "Token",
  method: "GET",
  path: "/token",
  scope: null,
  summary: "Get the token that sends this request",
  description:
    "Any valid token may call this. `workspace_ids` is empty for a token of the entire organization, and " +
    "`allowed_ip_ranges` for a token that works from any address; `last_used_at` may lag by seconds. " +
    "Console users have no token: 403.",
  output: Token,
});
