import type { Configuration } from "@fulmar/config";
import { FirstUser } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { conflict } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { acceptAsNewMember, createOrganization } from "../tenancy/index.ts";
import type { Origin } from "./audit-account.ts";
import { countSetupAttempt, makeSetupToken, takeSetupToken } from "./setup-token.ts";
import { createUserWithPassword } from "./users.ts";

/** An arbitrary lock key: concurrent first sign-ups wait for each other. */
const lock = statement("first_user_lock", "SELECT pg_advisory_xact_lock(1718580002)::text");

/** The operator, who made the setup token, vouches for the address: single sign-on may join this account. */
const verifyAddress = statement("user_verify_address", 'UPDATE "user" SET email_verified = true WHERE id = $user_id');

const someone = statement("user_any", 'SELECT EXISTS (SELECT FROM "user") AS found');

/** Whether no user exists yet. Only then is sign-up open. */
export async function isFirstRun({ sql }: Pick<Database, "sql">): Promise<boolean> {
  return !(await sql.one(someone)).found;
}

/**
 * Creates the first user of an installation with an organization that they own and its first workspace, in one
 * transaction. In production this takes the operator's setup token, so that no visitor can be the first.
 * @param input unchecked, as the form sent it
 * @throws DomainError 400 that names the fields; 403 `wrong_setup_token`; 409 `already_set_up` when a user exists; 429
 */
export async function registerFirstUser(
  database: Database,
  { environment }: Pick<Configuration, "environment">,
  input: unknown,
  origin: Origin,
): Promise<FirstUser> {
  if (environment === "production") await countSetupAttempt(database.sql, origin.sourceIp);
  const first = parseBy(FirstUser, input);
  await database.transaction(async (transaction) => {
    await transaction.sql.query(lock);
    if (!(await isFirstRun(transaction))) throw alreadySetUp();
    if (environment === "production") await takeSetupToken(transaction, first.setup_token);
    const userId = await createUserWithPassword(transaction, first);
    if (environment === "production") await transaction.sql.query(verifyAddress, { user_id: userId });
    await createOrganization(transaction, {
      name: first.organization_name,
      workspaceName: first.workspace_name,
      by: { ...origin, userId },
    });
  });
  return first;
}

/**
 * Makes a setup token for an installation without users. An earlier token ends.
 * @throws DomainError 409 `already_set_up` when a user exists
 */
export async function issueSetupToken(database: Pick<Database, "sql">): ReturnType<typeof makeSetupToken> {
  if (!(await isFirstRun(database))) throw alreadySetUp();
  return makeSetupToken(database);
}

function alreadySetUp() {
  return conflict(
    "already_set_up",
    "This installation already has its first user; sign in, or ask them for an account.",
  );
}

/**
 * A person with an invitation gets an account and joins the organization, in one transaction.
 * @param input unchecked, as the form sent it
 * @returns how they sign in
 * @throws DomainError 400; 404; 409 `invitation_used`, `invitation_expired` or `account_exists`
 */
export function registerNewMember(
  database: Database,
  input: unknown,
  origin: Origin,
): Promise<{ email: string; password: string }> {
  return acceptAsNewMember(database, input, origin, createUserWithPassword);
}
