import { z } from "zod";
import { ApiTokenChange, ApiTokenEvent, ApiTokenRecord, NewApiToken, RotationOverlap } from "../console/api-token.ts";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { MANAGER_ROLES } from "../declaration/roles.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";

/** The API tokens of an organization, for the roles that manage them. */
const managed = {
  family: "Token",
  resource: "api_token",
  audience: "console",
  subject: "organization",
  roles: MANAGER_ROLES,
  verbPhrase: "manage API tokens",
} as const;

const inOrganization = { organization_id: OrganizationId };
const oneToken = { ...inOrganization, token_id: ResourceId };
const tokens = "/organizations/{organization_id}/api-tokens";
const token = `${tokens}/{token_id}` as const;
const ApiToken = z.strictObject({ token_id: z.string() });

const apiTokenList = defineOperation({
  ...managed,
  id: "apiToken.list",
  method: "GET",
  path: tokens,
  summary: "List the organization's API tokens that are not revoked, newest first",
  description: "`name` is a part of their names; upper and lower case are the same.",
  params: inOrganization,
  query: { ...pageQuery(), name: z.string().min(1).max(63).optional() },
  output: z.array(ApiTokenRecord),
  list: true,
});

const apiTokenGet = defineOperation({
  ...managed,
  id: "apiToken.get",
  method: "GET",
  path: token,
  summary: "Get an API token with its latest changes",
  description: "`access_keys` counts the access keys that it made and that are in force.",
  params: oneToken,
  output: ApiTokenRecord.extend({ events: z.array(ApiTokenEvent), access_keys: z.int() }),
  errors: ["not_found"],
});

const apiTokenCreate = defineOperation({
  ...managed,
  id: "apiToken.create",
  method: "POST",
  path: tokens,
  summary: "Create an API token",
  description: "The value is shown only in this answer.",
  success: 201,
  shownOnce: true,
  params: inOrganization,
  body: NewApiToken,
  output: ApiToken.extend({ token: z.string() }),
  errors: ["not_found"],
});

const apiTokenUpdate = defineOperation({
  ...managed,
  id: "apiToken.update",
  method: "PUT",
  path: token,
  summary: "Change a token's name, ranges and expiry",
  params: oneToken,
  body: ApiTokenChange.meta({
    id: "ApiTokenChange",
    examples: [{ name: "ci", allowed_ip_ranges: ["203.0.113.0/24"], expires_at: null }],
  }),
  output: ApiToken,
  errors: ["not_found"],
});

const apiTokenRotate = defineOperation({
  ...managed,
  id: "apiToken.rotate",
  method: "POST",
  path: `${token}/rotate`,
  summary: "Rotate the value of a token",
  description:
    "The value is shown only in this answer. The old value stays in force for `overlap`. `replaces` is the prefix of the value that the caller saw: if somebody else has rotated the token meanwhile, the answer is 409.",
  shownOnce: true,
  params: oneToken,
  body: z
    .strictObject({ overlap: RotationOverlap, replaces: z.string().min(1).max(64) })
    .meta({ id: "ApiTokenRotation", examples: [{ overlap: "24h", replaces: "svc_prod_key_a1b2c3" }] }),
  output: ApiToken.extend({ token: z.string(), old_until: Timestamp }),
  errors: ["not_found", "conflict"],
});

const apiTokenEndOldValue = defineOperation({
  ...managed,
  id: "apiToken.endOldValue",
  method: "DELETE",
  path: `${token}/old-value`,
  summary: "Revoke the old value of a rotated token early",
  params: oneToken,
  output: ApiToken,
  errors: ["conflict"],
});

const apiTokenRevoke = defineOperation({
  ...managed,
  id: "apiToken.revoke",
  method: "DELETE",
  path: token,
  summary: "Revoke an API token",
  description: "Deletes the access keys that it made, unless `keep_access_keys` is true.",
  params: oneToken,
  body: z
    .strictObject({ keep_access_keys: z.boolean().default(false) })
    .meta({ id: "ApiTokenRevocation", examples: [{ keep_access_keys: false }] }),
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
