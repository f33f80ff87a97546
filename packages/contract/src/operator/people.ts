// The people with an account, as who runs the installation sees them.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ROLES } from "../declaration/roles.ts";
import { pageQuery, ResourceId, searchQuery, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { OPERATOR_ROLES } from "./roles.ts";

const shared = { family: "Operator", resource: "user", audience: "operator", subject: "installation" } as const;
const people = "/operator/people";
const person = `${people}/{user_id}` as const;
const onePerson = { user_id: ResourceId };
const Reason = z.strictObject({ reason: keptAs("trim", z.string().trim().min(1).max(200)) });

export const OperatorPerson = z
  .strictObject({
    user_id: z.string(),
    name: z.string(),
    email: z.string(),
    created_at: Timestamp,
    /** Whether the account has an authenticator. */
    second_factor: z.boolean(),
    passkeys: z.int(),
    /** Browsers that are signed in. */
    sessions: z.int(),
    organizations: z.int(),
    /** Since when an operator has locked the person out, and why. Null while nobody has. */
    locked_at: Timestamp.nullable(),
    locked_reason: z.string().nullable(),
    /** The role in the installation. Null for everybody else. */
    operator_role: z.enum(OPERATOR_ROLES).nullable(),
  })
  .meta({ id: "OperatorPerson" });
export type OperatorPerson = z.infer<typeof OperatorPerson>;

const operatorPersonList = defineOperation({
  ...shared,
  id: "operatorPerson.list",
  method: "GET",
  path: people,
  summary: "List the people with an account, by e-mail address",
  description: "`search` matches part of a name or address, ignoring case.",
  query: { ...pageQuery(), ...searchQuery },
  output: z.array(OperatorPerson),
  list: true,
});

const operatorPersonGet = defineOperation({
  ...shared,
  id: "operatorPerson.get",
  method: "GET",
  path: person,
  summary: "Get a person with their memberships",
  params: onePerson,
  output: OperatorPerson.extend({
    memberships: z.array(
      z.strictObject({
        organization_id: z.string(),
        name: z.string(),
        role: z.enum(ROLES),
        /** What of it ends with the membership: the tokens and keys in force that the person made. */
        api_tokens: z.int(),
        access_keys: z.int(),
      }),
    ),
  }).meta({ id: "OperatorPersonDetail" }),
  errors: ["not_found"],
});

export const SessionsEnd = Reason.meta({ id: "SessionsEnd", examples: [{ reason: "The laptop was stolen." }] });

const operatorPersonEndSessions = defineOperation({
  ...shared,
  id: "operatorPerson.endSessions",
  method: "POST",
  path: `${person}/end-sessions`,
  summary: "Sign a person out of every browser",
  description: "They can sign in again. The event with its reason is in the activity of their account.",
  params: onePerson,
  body: SessionsEnd,
  output: OperatorPerson,
  errors: ["not_found"],
});

const operatorPersonResetSecondFactor = defineOperation({
  ...shared,
  id: "operatorPerson.resetSecondFactor",
  method: "POST",
  path: `${person}/reset-second-factor`,
  summary: "Remove a person's authenticator and recovery codes, and sign them out",
  description:
    "For somebody who has lost both. They sign in by password or passkey alone until they set up another " +
    "authenticator, and get a mail about it.",
  params: onePerson,
  body: Reason.meta({ id: "SecondFactorReset", examples: [{ reason: "Lost phone, identified by call." }] }),
  output: OperatorPerson,
  errors: ["not_found", "conflict"],
});

const operatorPersonLock = defineOperation({
  ...shared,
  id: "operatorPerson.lock",
  method: "POST",
  path: `${person}/lock`,
  summary: "Lock a person out, with a reason",
  description:
    "They are signed out and cannot sign in, and their tokens and the access keys created by them or by " +
    "these tokens are refused, until they are unlocked. What they created stays. Nobody can lock " +
    "themselves or the last operator.",
  params: onePerson,
  body: Reason.meta({ id: "PersonLock", examples: [{ reason: "The account was taken over." }] }),
  output: OperatorPerson,
  errors: ["not_found", "conflict"],
});

const operatorPersonUnlock = defineOperation({
  ...shared,
  id: "operatorPerson.unlock",
  method: "POST",
  path: `${person}/unlock`,
  summary: "Unlock a person who was locked out, with a reason",
  description: "They sign in as before, and their tokens work again.",
  params: onePerson,
  body: Reason.meta({ id: "PersonUnlock", examples: [{ reason: "The owner has it back." }] }),
  output: OperatorPerson,
  errors: ["not_found", "conflict"],
});

const operatorPersonDelete = defineOperation({
  ...shared,
  id: "operatorPerson.delete",
  method: "DELETE",
  path: person,
  summary: "Delete a person with their credentials, memberships, tokens and access keys",
  description:
    "What they created in organizations stays, and so do the events of what they did, under the person's " +
    "id. Nobody can delete themselves, the last operator or the last owner of an organization: the " +
    "refusal names the organizations. This cannot be undone. The e-mail address can sign up again, as " +
    "another person.",
  params: onePerson,
  output: z.strictObject({ user_id: z.string() }),
  errors: ["not_found", "conflict"],
});

export const operatorPersonOperations = [
  operatorPersonList,
  operatorPersonGet,
  operatorPersonEndSessions,
  operatorPersonResetSecondFactor,
  operatorPersonLock,
  operatorPersonUnlock,
  operatorPersonDelete,
] as const;
