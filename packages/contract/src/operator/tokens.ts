// The tokens by which programs run the installation.
import { z } from "zod";
import { AllowedIpRanges } from "../console/ip-range.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Moment, Name, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { ALL_OPERATOR_SCOPES } from "./roles.ts";

const shared = {
  family: "Operator",
  resource: "operator_token",
  audience: "operator",
  subject: "installation",
} as const;
const tokens = "/operator/tokens";
const oneToken = { token_id: ResourceId };
const Scope = z.enum(ALL_OPERATOR_SCOPES);

export const OperatorTokenRecord = z
  .strictObject({
    token_id: z.string(),
    name: z.string(),
    /** The beginning of the value, to identify the token. */
    prefix: z.string(),
    scopes: z.array(Scope),
    allowed_ip_ranges: z.array(z.string()),
    /** The operator whose token it is. It ends with their role. */
    user_id: z.string(),
    created_at: Timestamp,
    expires_at: Timestamp,
    /** May lag by a minute. */
    last_used_at: Timestamp.nullable(),
  })
  .meta({ id: "OperatorToken" });
export type OperatorTokenRecord = z.infer<typeof OperatorTokenRecord>;

/** The longest life of an operator token. */
export const LONGEST_OPERATOR_TOKEN_DAYS = 366;

export const NewOperatorToken = z
  .strictObject({
    name: Name,
    scopes: z.array(Scope).min(1).max(ALL_OPERATOR_SCOPES.length),
    expires_at: Moment,
    allowed_ip_ranges: AllowedIpRanges.default([]),
  })
  .meta({
    id: "NewOperatorToken",
    examples: [{ name: "billing export", scopes: ["operator.read"], expires_at: "2027-01-01T00:00:00Z" }],
  });

const operatorTokenList = defineOperation({
  ...shared,
  id: "operatorToken.list",
  method: "GET",
  path: tokens,
  summary: "List the valid operator tokens, newest first",
  query: pageQuery(),
  output: z.array(OperatorTokenRecord),
  list: true,
});

const operatorTokenGet = defineOperation({
  ...shared,
  id: "operatorToken.get",
  method: "GET",
  path: `${tokens}/{token_id}`,
  summary: "Get an operator token",
  params: oneToken,
  output: OperatorTokenRecord,
  errors: ["not_found"],
});

const operatorTokenCreate = defineOperation({
  ...shared,
  id: "operatorToken.create",
  method: "POST",
  path: tokens,
  summary: "Create an operator token for yourself",
  description:
    "The value is shown only in this answer. A token cannot create another one: this needs a signed-in operator. " +
    "It has no more rights than the role of its creator, " +
    `and is valid for at most ${LONGEST_OPERATOR_TOKEN_DAYS} days.`,
  success: 201,
  shownOnce: true,
  body: NewOperatorToken,
  output: OperatorTokenRecord.extend({ token: z.string() }).meta({ id: "CreatedOperatorToken" }),
});

const operatorTokenRevoke = defineOperation({
  ...shared,
  id: "operatorToken.revoke",
  method: "DELETE",
  path: `${tokens}/{token_id}`,
  summary: "Revoke an operator token",
  description: "The token is refused from its next request.",
  params: oneToken,
  output: z.strictObject({ token_id: z.string() }),
  errors: ["not_found"],
});

export const operatorTokenOperations = [
  operatorTokenList,
  operatorTokenGet,
  operatorTokenCreate,
  operatorTokenRevoke,
] as const;
