// The people who run the installation.
import { z } from "zod";
import { Email } from "../console/first-user.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { OPERATOR_ROLES } from "./roles.ts";

const shared = { family: "Operator", resource: "operator", audience: "operator", subject: "installation" } as const;
const operators = "/operator/operators";
const oneOperator = { user_id: ResourceId };
/** Whoever finds a token must not make operators who stay when it ends. */
/** What a leaked token must not do. */
export const BY_PEOPLE = "Tokens are refused: this needs a signed-in operator.";

export const OperatorRecord = z
  .strictObject({
    user_id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(OPERATOR_ROLES),
    /** Whether the account has an authenticator. In production nobody is an operator without one. */
    second_factor: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: "Operator" });
export type OperatorRecord = z.infer<typeof OperatorRecord>;

export const NewOperator = z
  .strictObject({ email: keptAs("lower", Email), role: z.enum(OPERATOR_ROLES) })
  .meta({ id: "NewOperator", examples: [{ email: "ada@example.com", role: "support" }] });

const OperatorRoleChoice = z.strictObject({ role: z.enum(OPERATOR_ROLES) });

const operatorSelf = defineOperation({
  ...shared,
  id: "operator.self",
  method: "GET",
  path: "/operator/self",
  summary: "Get the caller with their operator scopes",
  output: z
    .strictObject({
      type: z.enum(["token", "user"]),
      id: z.string(),
      name: z.string(),
      /** The role of a person. Null for a token. */
      role: z.enum(OPERATOR_ROLES).nullable(),
      scopes: z.array(z.string()),
    })
    .meta({ id: "OperatorSelf" }),
});

const operatorList = defineOperation({
  ...shared,
  id: "operator.list",
  method: "GET",
  path: operators,
  summary: "List the people who run the installation",
  query: pageQuery(),
  output: z.array(OperatorRecord),
  list: true,
});

const operatorGet = defineOperation({
  ...shared,
  id: "operator.get",
  method: "GET",
  path: `${operators}/{user_id}`,
  summary: "Get an operator",
  params: oneOperator,
  output: OperatorRecord,
  errors: ["not_found"],
});

const operatorAdd = defineOperation({
  ...shared,
  id: "operator.add",
  method: "POST",
  path: operators,
  summary: "Give a person with an account the role of an operator",
  description: BY_PEOPLE,
  success: 201,
  body: NewOperator,
  output: OperatorRecord,
  errors: ["conflict", "not_found"],
});

const operatorSetRole = defineOperation({
  ...shared,
  id: "operator.setRole",
  method: "PATCH",
  path: `${operators}/{user_id}`,
  summary: "Change the role of an operator",
  description: `The last operator keeps the role. The role support revokes their operator tokens. ${BY_PEOPLE}`,
  params: oneOperator,
  body: OperatorRoleChoice.meta({ id: "OperatorRoleChoice", examples: [{ role: "support" }] }),
  output: OperatorRecord,
  errors: ["not_found", "conflict"],
});

const operatorRemove = defineOperation({
  ...shared,
  id: "operator.remove",
  method: "DELETE",
  path: `${operators}/{user_id}`,
  summary: "Remove the role of an operator",
  description: `Their account stays. Their operator tokens are revoked. The last operator keeps the role. ${BY_PEOPLE}`,
  params: oneOperator,
  output: z.strictObject({ user_id: z.string() }),
  errors: ["not_found", "conflict"],
});

export const operatorsOperations = [
  operatorSelf,
  operatorList,
  operatorGet,
  operatorAdd,
  operatorSetRole,
  operatorRemove,
] as const;
