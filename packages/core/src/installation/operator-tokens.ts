// The tokens by which programs run the installation.
import { LONGEST_OPERATOR_TOKEN_DAYS, type OperatorScope, OperatorTokenRecord } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { ShownSecret } from "../request/answers/kept-answers.ts";
import type { Handler } from "../request/context.ts";
import { DomainError, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { hashTokenValue, newTokenValue, tokenPrefix } from "../token/index.ts";
import { requirePerson } from "./operators.ts";

const COLUMNS = "token_id, name, prefix, scopes, allowed_ip_ranges, user_id, created_at, expires_at, last_used_at";
const IN_FORCE = "revoked_at IS NULL AND expires_at > now()";

const list = statement(
  "operator_token_list",
  `SELECT ${COLUMNS} FROM operator_token
    WHERE ${IN_FORCE} AND token_id < $after ORDER BY token_id DESC LIMIT $limit`,
);

const get = statement(
  "operator_token_get",
  `SELECT ${COLUMNS} FROM operator_token WHERE token_id = $token_id AND ${IN_FORCE}`,
);

const insert = statement(
  "operator_token_insert",
  `INSERT INTO operator_token (token_id, user_id, name, prefix, hash, scopes, allowed_ip_ranges, expires_at)
   VALUES ($token_id, $user_id, $name, $prefix, $hash, $scopes, $allowed_ip_ranges, $expires_at)
   RETURNING ${COLUMNS}`,
);

const revoke = statement(
  "operator_token_revoke",
  `UPDATE operator_token SET revoked_at = now() WHERE token_id = $token_id AND ${IN_FORCE} RETURNING token_id`,
);

const inForce = statement(
  "operator_token_in_force",
  `SELECT token_id FROM operator_token WHERE hash = $hash AND ${IN_FORCE}`,
);

const shown = wireForm(OperatorTokenRecord);
const Scopes = OperatorTokenRecord.shape.scopes;

function toToken(row: Omit<Parameters<typeof shown>[0], "scopes"> & { readonly scopes: readonly string[] }) {
  return shown({ ...row, scopes: Scopes.parse(row.scopes) });
}

export const listOperatorTokens: Handler<"operatorToken.list"> = async ({ sql }, { limit, cursor }) => {
  const rows = await sql.query(list, { after: olderThan(cursor, "otk"), limit: limit + 1 });
  return toPage(rows, limit, ({ token_id }) => token_id, toToken);
};

export const getOperatorToken: Handler<"operatorToken.get"> = async ({ sql }, { token_id }) =>
  toToken(foundToken(await sql.maybe(get, { token_id })));

/** The value is only shown in this answer. */
export const createOperatorToken: Handler<"operatorToken.create"> = async (context, input) => {
  const { sql, operator, configuration } = context;
  requirePerson(operator, "makes no operator token");
  const expiresAt = new Date(input.expires_at);
  const days = (expiresAt.getTime() - Date.now()) / 86_400_000;
  if (days <= 0 || days > LONGEST_OPERATOR_TOKEN_DAYS)
    throw invalidField("expires_at", `must be in the future, within ${LONGEST_OPERATOR_TOKEN_DAYS} days`);
  return insertOperatorToken(sql, configuration, { ...input, user_id: operator.userId, expires_at: expiresAt });
};

/** @returns the token with its value, which is stored nowhere */
export async function insertOperatorToken(sql: Sql, place: Parameters<typeof newTokenValue>[0], token: NewToken) {
  const value = newTokenValue(place, "operator");
  const row = await sql.one(insert, {
    ...{ token_id: newId("otk"), user_id: token.user_id, name: token.name, expires_at: token.expires_at },
    prefix: tokenPrefix(value),
    hash: hashTokenValue(value),
    scopes: [...new Set(token.scopes)],
    allowed_ip_ranges: [...new Set(token.allowed_ip_ranges ?? [])],
  });
  return { ...toToken(row), token: value };
}

interface NewToken {
  readonly user_id: string;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly allowed_ip_ranges?: readonly string[];
  readonly expires_at: Date;
}

export const revokeOperatorToken: Handler<"operatorToken.revoke"> = async ({ sql }, { token_id }) => {
  foundToken(await sql.maybe(revoke, { token_id }));
  return { token_id };
};

/** Whether the token of a stored answer is still in force. */
export async function isOperatorTokenInForce(sql: Sql, { token }: Pick<ShownSecret, "token">): Promise<boolean> {
  return (await sql.maybe(inForce, { hash: hashTokenValue(token) })) !== undefined;
}

function foundToken<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new DomainError("not_found", "There is no such operator token in force; check its id.");
  return row;
}
