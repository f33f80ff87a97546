// Whether one person or two must approve what guarded tokens ask for. One alone cannot turn off that two must
// (docs/adr/0102).
import type { ApprovalRule } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { onePersonQuery } from "../mail/index.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";

const WITHIN_MS = 24 * 3_600_000;

/**
 * SQL that joins `asker`, who has asked that one person be enough in the organization `o`: if two must, for a day, and
 * while they manage the organization.
 */
export const joinAsker = `LEFT JOIN "user" asker ON asker.id = o.one_person_asked_by AND o.approvals_need_two_people
                           AND o.one_person_asked_at > now() - interval '24 hours'
      AND EXISTS (SELECT FROM member a
                   WHERE a.organization_id = o.organization_id AND a.user_id = asker.id
                     AND a.role IN ('owner', 'admin'))`;

// Of two who ask at the same time, one is the first. What the other one reads after this has the first one's request.
const lock = statement(
  "organization_lock",
  "SELECT FROM organization WHERE organization_id = $organization_id FOR UPDATE",
);

const read = statement(
  "organization_approval_rule",
  `SELECT o.approvals_need_two_people, o.one_person_asked_at, asker.id AS asked_by, asker.name AS asked_by_name
     FROM organization o ${joinAsker}
    WHERE o.organization_id = $organization_id`,
);

const set = statement(
  "organization_set_approvals",
  `WITH changed AS (
     UPDATE organization SET approvals_need_two_people = $approvals_need_two_people,
            one_person_asked_by = $asked_by::text,
            one_person_asked_at = CASE WHEN $asked_by::text IS NOT NULL THEN coalesce($asked_at::timestamptz, now()) END
      WHERE organization_id = $organization_id
     RETURNING organization_id, approvals_need_two_people, one_person_asked_by, one_person_asked_at
   ), audited AS (
     ${auditChange("organization.setApprovals", {
       resource: "changed.organization_id",
       detail:
         "CASE WHEN changed.one_person_asked_at IS NOT NULL THEN 'one person, if somebody else agrees' WHEN " +
         "changed.approvals_need_two_people THEN 'two people' ELSE 'one person' END",
     })}
   )
   SELECT u.id AS asked_by, u.name AS asked_by_name, c.one_person_asked_at FROM changed c
     LEFT JOIN "user" u ON u.id = c.one_person_asked_by`,
);

/** A row with the asker of `joinAsker`. */
interface Asked {
  readonly asked_by: string | null;
  readonly asked_by_name: string | null;
  readonly one_person_asked_at: Date | null;
}

/** Who has asked that one person be enough, or null. */
export function askedOf({ asked_by, asked_by_name, one_person_asked_at: at }: Asked): ApprovalRule["one_person_asked"] {
  if (asked_by === null || asked_by_name === null || at === null) return null;
  return { user_id: asked_by, name: asked_by_name, expires_at: toTimestamp(new Date(at.getTime() + WITHIN_MS)) };
}

/** Turns the rule on, or off once two have asked for it. What waits keeps the rule that held when it was asked for. */
export const setApprovalRule: Handler<"organization.setApprovals"> = async (
  context,
  { organization_id, approvals_need_two_people: two },
) => {
  const { sql, person } = context;
  await sql.query(lock, { organization_id });
  const rule = await sql.one(read, { organization_id });
  const asked = askedOf(rule);
  const isSecond = !two && asked !== null && asked.user_id !== person.id;
  const isFirst = !two && !isSecond && rule.approvals_need_two_people;
  const changed = await sql.one(set, {
    organization_id,
    approvals_need_two_people: two || isFirst,
    asked_by: isFirst ? person.id : null,
    asked_at: isFirst ? asked && rule.one_person_asked_at : null,
    ...auditChangeValues(context.actor()),
  });
  if (isFirst && asked === null) context.send(onePersonQuery("one_person_asked", organization_id, person.id, null));
  if (isSecond) context.send(onePersonQuery("one_person_enough", organization_id, person.id, asked.user_id));
  return {
    organization_id,
    approvals_need_two_people: two || isFirst,
    one_person_asked: askedOf(changed),
  };
};
