// What operators announce to a person, and what the person has closed of it (docs/adr/0124-announcements.md).
import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { DomainError } from "../request/domain-error.ts";
import { auditOwnAccount } from "./audit-account.ts";

const MOMENT = '\'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\'';

/** What is over is no news. A notice is shown from its start on, maintenance before. @param user the SQL of their id */
const shownTo = (user: string) => `coalesce(a.ends_at, 'infinity') > now()
        AND (a.kind = 'maintenance' OR a.starts_at <= now())
        AND (a.organization_ids IS NULL OR EXISTS (
          SELECT FROM member own WHERE own.user_id = ${user} AND own.organization_id = ANY (a.organization_ids)))`;

/** The query of what is announced to the user `u`, as one array. */
export const ANNOUNCED = `SELECT coalesce(jsonb_agg(jsonb_build_object('announcement_id', a.announcement_id, 'kind', a.kind, 'level', a.level,
            'title', a.title, 'text', a.text, 'starts_at', to_char(a.starts_at AT TIME ZONE 'UTC', ${MOMENT}),
            'ends_at', to_char(a.ends_at AT TIME ZONE 'UTC', ${MOMENT}),
            'updated_at', to_char(a.updated_at AT TIME ZONE 'UTC', ${MOMENT}), 'site_ids', a.site_ids,
            'sites', ARRAY(SELECT s.name FROM site s WHERE s.site_id = ANY (a.site_ids) ORDER BY s.name),
            'closed', coalesce(c.updated_at = a.updated_at, false))
            ORDER BY a.starts_at, a.announcement_id), '[]') AS announcements
       FROM announcement a
       LEFT JOIN closed_announcement c ON c.user_id = u.id AND c.announcement_id = a.announcement_id
      WHERE ${shownTo("u.id")}`;

const close = statement(
  "announcement_close",
  `INSERT INTO closed_announcement (user_id, announcement_id, updated_at)
   SELECT $user_id, a.announcement_id, $updated_at::text::timestamptz FROM announcement a
    WHERE a.announcement_id = $announcement_id AND ${shownTo("$user_id")}
       ON CONFLICT (user_id, announcement_id) DO UPDATE SET updated_at = EXCLUDED.updated_at
   RETURNING announcement_id`,
);

export const closeAnnouncement: Handler<"account.closeAnnouncement"> = async (
  context,
  { announcement_id, updated_at },
) => {
  const closed = await context.sql.maybe(close, { user_id: context.person.id, announcement_id, updated_at });
  if (closed === undefined)
    throw new DomainError("not_found", "This announcement is over or was taken back; reload the page.");
  await auditOwnAccount(context, {
    action: "account.closeAnnouncement",
    resourceId: announcement_id,
    ...context.actor(),
  });
  return { announcement_id };
};
