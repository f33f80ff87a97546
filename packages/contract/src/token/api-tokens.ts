import { z } from "zod";
import { ApiTokenChange, ApiTokenEvent, ApiTokenRecord, NewApiToken, RotationOverlap } from "../console/api-token.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";

/**
 * The API tokens of the organization. A token may only make, change, rotate and revoke tokens that may do no more than
 * itself (docs/adr/0062).
 */
const managed = {
  family: "Token",
  resource: "api_token",
  ofOrganization: true,
  verbPhrase: "manage API tokens",
} as const;
const reads = { ...managed, scope: "token.read" } as const;
const changes = { ...managed, scope: "token.write" } as const;

const oneToken = { token_id: ResourceId };
const tokens = "/tokens";
const token = `${tokens}/{token_id}` as const;
const ApiToken = z.strictObject({ token_id: z.string() }).meta({ id: "ApiTokenId" });

const NO_MORE =
  "A token can act only on tokens with no more rights than its own: scopes, workspaces, expiry, " +
  "ranges, guard and ceilings.";

const apiTokenList = defineOperation({
  ...reads,
  id: "apiToken.list",
  method: "GET",
  path: tokens,
  summary: "List the organization's API tokens that are not revoked, newest first",
  description: "`name` matches part of a name, ignoring case.",
  query: { ...pageQuery(), name: z.string().min(1).max(63).optional() },
  output: z.array(ApiTokenRecord),
  list: true,
});

const apiTokenGet = defineOperation({
  ...reads,
  id: "apiToken.get",
  method: "GET",
  path: token,
  summary: "Get an API token with its latest changes",
  description:
    "`access_keys` and `tokens` count the credentials that are revoked with it: the access keys that it " +
    "created, and the tokens that it created or last rotated.",
  params: oneToken,
  output: ApiTokenRecord.extend({ events: z.array(ApiTokenEvent), access_keys: z.int(), tokens: z.int() }).meta({
    id: "ApiTokenDetail",
  }),
  errors: ["not_found"],
});

const apiTokenCreate = defineOperation({
  ...changes,
  id: "apiToken.create",
  method: "POST",
  path: tokens,
  summary: "Create an API token",
  description:
    "The value is shown only in this answer. A token can only create tokens with no more rights than its " +
    "own; they share its rate limit.",
  success: 201,
  shownOnce: true,
  body: NewApiToken,
  output: ApiTokenRecord.extend({ token: z.string() }).meta({ id: "CreatedApiToken" }),
});

const apiTokenUpdate = defineOperation({
  ...changes,
  id: "apiToken.update",
  method: "PATCH",
  path: token,
  summary: "Change a token's name, ranges, expiry, guard and ceilings",
  description:
    "Its scopes and workspaces cannot be changed. A token can only make the guard and ceilings stricter. " +
    `${NO_MORE}`,
  params: oneToken,
  body: ApiTokenChange.partial().meta({
    id: "ApiTokenChange",
    examples: [{ name: "ci", allowed_ip_ranges: ["203.0.113.0/24"], expires_at: null }],
  }),
  output: ApiTokenRecord,
  errors: ["not_found"],
});

const apiTokenRotate = defineOperation({
  ...changes,
  id: "apiToken.rotate",
  method: "POST",
  path: `${token}/rotate`,
  summary: "Rotate the value of a token",
  description:
    "The value is shown only in this answer. The old value stays in force for `overlap`. Send the " +
    "prefix of the value that you know in `replaces`: if someone else has rotated the token since, the " +
    `answer is 409. A token may rotate itself. ${NO_MORE}`,
  shownOnce: true,
  params: oneToken,
  body: z
    .strictObject({ overlap: RotationOverlap.default("24h"), replaces: z.string().min(1).max(64).optional() })
    .meta({ id: "ApiTokenRotation", examples: [{ overlap: "24h", replaces: "svc_prod_key_a1b2c3" }] }),
  output: ApiToken.extend({ token: z.string(), old_until: Timestamp }).meta({ id: "RotatedApiToken" }),
  errors: ["not_found", "conflict"],
});

const apiTokenEndOldValue = defineOperation({
  ...changes,
  id: "apiToken.endOldValue",
  method: "DELETE",
  path: `${token}/old-value`,
  summary: "Revoke the old value of a rotated token early",
  description: NO_MORE,
  params: oneToken,
  output: ApiToken,
  errors: ["not_found", "conflict"],
});

const apiTokenRevoke = defineOperation({
  ...changes,
  id: "apiToken.revoke",
  method: "DELETE",
  path: token,
  summary: "Revoke an API token",
  description:
    "The token is refused from its next request. Unless `keep_credentials` is true, this also revokes " +
    "the access keys that it created, the tokens that it created or last rotated, and their access keys. " +
    `${NO_MORE}`,
  params: oneToken,
  query: { keep_credentials: z.boolean().default(false) },
  output: ApiToken,
  errors: ["not_found"],
});

export const apiTokenOperations = [
  apiTokenList,
  apiTokenGet,
  apiTokenCreate,
  apiTokenUpdate,
  apiTokenRotate,
  apiTokenEndOldValue,
  apiTokenRevoke,
] as const;
