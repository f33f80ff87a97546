// People with an account, as who runs the installation sees them.
import { OperatorPerson } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { memberUrls } from "../cdn/index.ts";
import { noticeQuery } from "../mail/index.ts";
import { memberKeys } from "../object-storage/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import { auditEvent, auditValues } from "../request/audit-event.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { type CredentialKinds, endMembership, judgedRole } from "../tenancy/index.ts";
import { memberTokens } from "../token/index.ts";
import { lockOperators, refuseLast } from "./operators.ts";

const COLUMNS = `u.id AS user_id, u.name, u.email, u.created_at, u.two_factor_enabled AS second_factor,
          (SELECT count(*)::int FROM passkey p WHERE p.user_id = u.id) AS passkeys,
          (SELECT count(*)::int FROM session s
            WHERE s.user_id = u.id AND least(s.expires_at, s.ends_at) > now()) AS sessions,
          (SELECT count(*)::int FROM member m WHERE m.user_id = u.id) AS organizations, o.role AS operator_role,
          k.locked_at, k.reason AS locked_reason`;

const PEOPLE = '"user" u LEFT JOIN operator o ON o.user_id = u.id LEFT JOIN person_lock k ON k.user_id = u.id';

const list = statement(
  "operator_person_list",
  `SELECT ${COLUMNS} FROM ${PEOPLE}
    WHERE u.email > $after AND ($search::text IS NULL OR strpos(lower(u.email), lower($search)) > 0
                                OR strpos(lower(u.name), lower($search)) > 0)
    ORDER BY u.email LIMIT $limit`,
);

const get = statement("operator_person_get", `SELECT ${COLUMNS} FROM ${PEOPLE} WHERE u.id = $user_id`);

const memberships = statement(
  "operator_person_memberships",
  `SELECT m.organization_id, o.name, m.role,
          (SELECT count(*)::int FROM tokens_seen_by(m.organization_id, m.user_id) s
             JOIN api_token t ON t.token_id = s.token_id
            WHERE t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())) AS api_tokens,
          (SELECT count(*)::int FROM access_key k JOIN workspace w ON w.workspace_id = k.workspace_id
            WHERE w.organization_id = m.organization_id AND (k.expires_at IS NULL OR k.expires_at > now())
              AND k.created_by_id IN (SELECT m.user_id UNION ALL
                                      SELECT s.token_id FROM tokens_seen_by(m.organization_id, m.user_id) s)
          ) AS access_keys FROM member m JOIN organization o USING (organization_id)
    WHERE m.user_id = $user_id ORDER BY m.organization_id`,
);

/** The event in the account's own trail. The person sees who did it and why. */
const told = (action: string) =>
  auditEvent({
    rows: '"user" u WHERE u.id = $user_id',
    actor: { type: "'operator'", id: "u.id", name: "'operator'" },
    action: `'${action}'`,
    resource_id: "u.id",
    detail: "$reason",
  });

const endSessions = statement(
  "operator_person_end_sessions",
  `WITH ended AS (DELETE FROM session WHERE user_id = $user_id)
   ${told("account.revokeOtherSessions")}`,
);

const resetFactor = statement(
  "operator_person_reset_second_factor",
  `WITH ended AS (DELETE FROM session WHERE user_id = $user_id),
        gone AS (DELETE FROM two_factor WHERE user_id = $user_id),
        open AS (UPDATE "user" SET two_factor_enabled = false, updated_at = now() WHERE id = $user_id)
   ${told("account.disableSecondFactor")}`,
);

const lock = statement(
  "operator_person_lock",
  `WITH ended AS (DELETE FROM session WHERE user_id = $user_id),
        locked AS (INSERT INTO person_lock (user_id, reason) VALUES ($user_id, $reason))
   ${told("account.lock")}`,
);

const unlock = statement(
  "operator_person_unlock",
  `WITH unlocked AS (DELETE FROM person_lock WHERE user_id = $user_id)
   ${told("account.unlock")}`,
);

const ownedAlone = statement(
  "operator_person_owned_alone",
  `SELECT o.organization_id, o.name FROM member m JOIN organization o ON o.organization_id = m.organization_id
    WHERE m.user_id = $user_id AND m.role = 'owner' AND NOT EXISTS (
            SELECT FROM member x WHERE x.organization_id = m.organization_id AND x.user_id <> m.user_id
               AND x.role = 'owner')
    ORDER BY o.organization_id`,
);

// What a person signs in with goes with their row.
// A membership that is made meanwhile waits, and then finds nobody.
const lockPersonRow = statement("operator_person_lock_row", `SELECT id FROM "user" WHERE id = $user_id FOR UPDATE`);

const remove = statement("operator_person_delete", `DELETE FROM "user" WHERE id = $user_id RETURNING id`);

/** What members have made, and loses its rights with them. */
const CREDENTIALS: CredentialKinds = { apiTokens: memberTokens, accessKeys: memberKeys, cdnUrls: memberUrls };

const shown = wireForm(OperatorPerson);

export const listPeople: Handler<"operatorPerson.list"> = async ({ sql }, { limit, cursor, search }) => {
  const rows = await sql.query(list, { after: decodeCursor(cursor, /^.{3,254}$/) ?? "", search, limit: limit + 1 });
  return toPage(rows, limit, ({ email }) => email, shown);
};

export const getPerson: Handler<"operatorPerson.get"> = async ({ sql }, { user_id }) => {
  const [person, member] = await Promise.all([readPerson(sql, user_id), sql.query(memberships, { user_id })]);
  return { ...person, memberships: member };
};

export const endPersonsSessions: Handler<"operatorPerson.endSessions"> = async ({ sql, ...from }, input) => {
  await readPerson(sql, input.user_id);
  await sql.query(endSessions, { ...input, ...eventOf(from) });
  return readPerson(sql, input.user_id);
};

export const resetSecondFactor: Handler<"operatorPerson.resetSecondFactor"> = async (context, input) => {
  const { sql, send, sourceIp } = context;
  const { second_factor } = await readPerson(sql, input.user_id);
  if (!second_factor)
    throw conflict("second_factor_off", "The person has no authenticator; there is nothing to reset.");
  await sql.query(resetFactor, { ...input, ...eventOf(context) });
  send(noticeQuery(input.user_id, "second_factor_off", { source_ip: sourceIp ?? null }));
  return readPerson(sql, input.user_id);
};

export const lockPerson: Handler<"operatorPerson.lock"> = async ({ sql, operator, ...from }, input) => {
  const { user_id } = input;
  await sql.query(lockOperators);
  const { locked_at, operator_role } = await readPerson(sql, user_id);
  if (user_id === operator.userId)
    throw conflict("own_account", "You cannot lock your own account; ask another operator.");
  if (operator_role === "operator") await refuseLast(sql, user_id);
  if (locked_at !== null) throw conflict("person_locked", "The person is locked already.");
  await sql.query(lock, { ...input, ...eventOf(from) });
  return readPerson(sql, user_id);
};

export const unlockPerson: Handler<"operatorPerson.unlock"> = async ({ sql, ...from }, input) => {
  const { locked_at } = await readPerson(sql, input.user_id);
  if (locked_at === null) throw conflict("person_not_locked", "The person is not locked; there is nothing to unlock.");
  await sql.query(unlock, { ...input, ...eventOf(from) });
  return readPerson(sql, input.user_id);
};

/** Ends each membership as its removal does, with the same events, and then the account. */
export const deletePerson: Handler<"operatorPerson.delete"> = async ({ sql, operator, ...from }, { user_id }) => {
  await sql.query(lockOperators);
  await sql.query(lockPersonRow, { user_id });
  const { operator_role } = await readPerson(sql, user_id);
  if (user_id === operator.userId)
    throw conflict("own_account", "You cannot delete your own account; ask another operator.");
  if (operator_role === "operator") await refuseLast(sql, user_id);
  const alone = await sql.query(ownedAlone, { user_id });
  if (alone.length > 0)
    throw conflict(
      "last_owner",
      "The person is the last owner of an organization; have it make another member an owner first.",
      alone.map(({ organization_id: id, name }) => ({ type: "organization", id, name })),
    );
  const by = { userId: null, requestId: from.requestId, sourceIp: from.sourceIp };
  for (const { organization_id: organizationId } of await sql.query(memberships, { user_id })) {
    const role = await judgedRole(sql, organizationId, user_id, "owner");
    await endMembership(sql, CREDENTIALS, { maker: { organizationId, userId: user_id }, role, by });
  }
  await sql.query(remove, { user_id });
  return { user_id };
};

function eventOf(from: { readonly requestId: string; readonly sourceIp: string | undefined }) {
  const { audit_event_id, request_id } = auditValues(from);
  return { audit_event_id, request_id };
}

/** @throws DomainError 404 */
async function readPerson(sql: Sql, userId: string): Promise<OperatorPerson> {
  const row = await sql.maybe(get, { user_id: userId });
  if (row === undefined) throw new DomainError("not_found", "There is no such person; check the id.");
  return shown(row);
}
