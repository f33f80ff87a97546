// The people who run the installation.
import { Email, OPERATOR_ROLES, OperatorRecord, type OperatorRole } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { isLocked } from "../request/door/person-door.ts";
import type { InstallationContext } from "../request/installation-context.ts";
import { parseBy } from "../request/parse-input.ts";

const COLUMNS = `o.user_id, u.name, u.email, o.role, u.two_factor_enabled AS second_factor, o.created_at`;

const list = statement(
  "operator_list",
  `SELECT ${COLUMNS} FROM operator o JOIN "user" u ON u.id = o.user_id
    WHERE o.user_id > $after ORDER BY o.user_id LIMIT $limit`,
);

const get = statement(
  "operator_get",
  `SELECT ${COLUMNS} FROM operator o JOIN "user" u ON u.id = o.user_id WHERE o.user_id = $user_id`,
);

const findUser = statement("operator_find_user", `SELECT id FROM "user" WHERE email = $email`);

const insert = statement(
  "operator_insert",
  `INSERT INTO operator (user_id, role) VALUES ($user_id, $role) ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
);

// One change of operators at a time, so that two cannot end each other's role.
export const lockOperators = statement(
  "operator_lock",
  "SELECT pg_advisory_xact_lock(hashtext('fulmar operators'))::text",
);

const isLast = statement(
  "operator_is_last",
  `SELECT NOT EXISTS (SELECT FROM operator WHERE role = 'operator' AND user_id <> $user_id
                        AND NOT ${isLocked("operator.user_id")}) AS last`,
);

const setRole = statement("operator_set_role", "UPDATE operator SET role = $role WHERE user_id = $user_id");

const revokeTokens = statement(
  "operator_tokens_revoke",
  "UPDATE operator_token SET revoked_at = now() WHERE user_id = $user_id AND revoked_at IS NULL",
);

const remove = statement("operator_delete", "DELETE FROM operator WHERE user_id = $user_id");

const toOperator = wireForm(OperatorRecord);

export const getSelf: Handler<"operator.self"> = async ({ operator: { type, id, name, role, scopes } }) => ({
  ...{ type, id, name, role },
  scopes: [...scopes],
});

export const listOperators: Handler<"operator.list"> = async ({ sql }, { limit, cursor }) => {
  const rows = await sql.query(list, { after: decodeCursor(cursor, /^[\x21-\x7e]{1,128}$/) ?? "", limit: limit + 1 });
  return toPage(rows, limit, ({ user_id }) => user_id, toOperator);
};

export const getOperator: Handler<"operator.get"> = async ({ sql }, { user_id }) => readOperator(sql, user_id);

export const addOperator: Handler<"operator.add"> = async ({ sql, operator }, { email, role }) => {
  requirePerson(operator, "makes no operator");
  const userId = await insertOperator(sql, email, role);
  return readOperator(sql, userId);
};

export const setOperatorRole: Handler<"operator.setRole"> = async ({ sql, operator }, { user_id, role }) => {
  requirePerson(operator, "changes no role");
  await sql.query(lockOperators);
  await readOperator(sql, user_id);
  if (role !== "operator") {
    await refuseLast(sql, user_id);
    await sql.query(revokeTokens, { user_id });
  }
  await sql.query(setRole, { user_id, role });
  return readOperator(sql, user_id);
};

export const removeOperator: Handler<"operator.remove"> = async ({ sql, operator }, { user_id }) => {
  requirePerson(operator, "removes no operator");
  await sql.query(lockOperators);
  await readOperator(sql, user_id);
  await refuseLast(sql, user_id);
  await sql.query(revokeTokens, { user_id });
  await sql.query(remove, { user_id });
  return { user_id };
};

const NewOperator = z.strictObject({ email: Email, role: z.enum(OPERATOR_ROLES) });

/**
 * Makes the person with an address an operator, for the command that makes the first one.
 * @throws DomainError 400 for the address, 404 without such an account, 409 if the person has a role already
 */
export async function makeOperator(
  { sql }: { readonly sql: Sql },
  request: { readonly email: string; readonly role: OperatorRole },
): Promise<OperatorRecord> {
  const { email, role } = parseBy(NewOperator, request);
  return readOperator(sql, await insertOperator(sql, email, role));
}

/** Every operator, for commands. */
export async function allOperators({ sql }: { readonly sql: Sql }): Promise<OperatorRecord[]> {
  return (await sql.query(list, { after: "", limit: 1_000 })).map(toOperator);
}

async function insertOperator(sql: Sql, email: string, role: OperatorRole): Promise<string> {
  const user = await sql.maybe(findUser, { email });
  if (user === undefined)
    throw new DomainError("not_found", `Nobody has an account with the address ${email}; have them sign up first.`);
  const made = await sql.maybe(insert, { user_id: user.id, role });
  if (made === undefined)
    throw conflict("already_member", "This person runs the installation already; change their role.");
  return made.user_id;
}

/** @throws DomainError 404 */
async function readOperator(sql: Sql, userId: string): Promise<OperatorRecord> {
  const row = await sql.maybe(get, { user_id: userId });
  if (row === undefined) throw new DomainError("not_found", "This person does not run the installation; check the id.");
  return toOperator(row);
}

/**
 * Refuses a token: whoever finds one must not make operators and tokens that stay when it ends, nor read the mails and
 * answer the sign-ins by which people become who they are.
 * @param does what it does not do, such as "makes no operator"
 * @throws DomainError 403
 */
export function requirePerson({ type }: InstallationContext["operator"], does: string): void {
  if (type === "token") throw new DomainError("forbidden", `A token ${does}; sign in to the console as an operator.`);
}

/**
 * Refuses support, whose scopes let it read: for a read that asks a server of the caller's choice.
 * @param does what support does not do, such as "tries no sign-in provider"
 * @throws DomainError 403
 */
export function requireOperatorRole({ role }: InstallationContext["operator"], does: string): void {
  if (role !== "operator") throw new DomainError("forbidden", `Support ${does}; ask an operator.`);
}

/** @throws DomainError 409 for the last operator who is not locked */
export async function refuseLast(sql: Sql, userId: string): Promise<void> {
  const { last } = await sql.one(isLast, { user_id: userId });
  if (last) throw conflict("last_operator", "This is the last operator; make somebody else an operator first.");
}
