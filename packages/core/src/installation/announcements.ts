// What operators announce to people (docs/adr/0124-announcements.md).
import { OperatorAnnouncement } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { DomainError, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { requireHosts, requireOrganizations, requireSites } from "./named-ids.ts";

const COLUMNS = `a.announcement_id, a.kind, a.level, a.title, a.text, a.starts_at, a.ends_at, a.site_ids, a.host_ids, a.organization_ids,
          a.mails, a.created_at, a.updated_at,
          CASE WHEN a.ends_at <= now() THEN 'past' WHEN a.starts_at > now() THEN 'future' ELSE 'present' END AS time`;

const list = statement(
  "announcement_list",
  `SELECT ${COLUMNS} FROM announcement a WHERE a.announcement_id < $before ORDER BY a.announcement_id DESC LIMIT $limit`,
);

const get = statement(
  "announcement_get",
  `SELECT ${COLUMNS} FROM announcement a WHERE a.announcement_id = $announcement_id`,
);

// The mails are those of the transaction: an announcement that is made has sent them, once. One that would end before it
// starts is not made.
const create = statement(
  "announcement_create",
  `WITH timed AS (
     SELECT at AS starts_at FROM coalesce($starts_at::text::timestamptz, date_trunc('milliseconds', now())) AS at
      WHERE $ends_at::text IS NULL OR $ends_at::text::timestamptz > at
   ), told AS (
     INSERT INTO mail (recipient, letter, details)
     SELECT DISTINCT u.email, 'announcement', jsonb_build_object('kind', $kind::text, 'title', $title::text, 'text', $text::text,
            'starts_at', to_char(t.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ends_at', $ends_at::text,
            'sites', ARRAY(SELECT s.name FROM site s WHERE s.site_id = ANY ($site_ids::text[]) ORDER BY s.name))
       FROM timed t CROSS JOIN member m JOIN "user" u ON u.id = m.user_id
      WHERE $by_mail::boolean AND m.role = 'owner'
        AND ($organization_ids::text[] IS NULL OR m.organization_id = ANY ($organization_ids))
     RETURNING 1
   )
   INSERT INTO announcement (announcement_id, kind, level, title, text, starts_at, ends_at, site_ids, host_ids, organization_ids, mails)
   SELECT $announcement_id, $kind, $level, $title, $text, t.starts_at, $ends_at::text::timestamptz, $site_ids,
          $host_ids, $organization_ids, (SELECT count(*)::int FROM told)
     FROM timed t
   RETURNING announcement_id`,
);

const change = statement(
  "announcement_change",
  `UPDATE announcement
      SET level = $level, title = $title, text = $text, starts_at = $starts_at::text::timestamptz,
          ends_at = $ends_at::text::timestamptz, site_ids = $site_ids, host_ids = $host_ids, organization_ids = $organization_ids, updated_at = now()
    WHERE announcement_id = $announcement_id`,
);

const remove = statement(
  "announcement_delete",
  "DELETE FROM announcement WHERE announcement_id = $announcement_id RETURNING announcement_id",
);

const shown = wireForm(OperatorAnnouncement.omit({ time: true, kind: true, level: true }));

function toAnnouncement({ time, kind, level, ...row }: RowOf<typeof list>): OperatorAnnouncement {
  const { shape } = OperatorAnnouncement;
  return { ...shown(row), time: shape.time.parse(time), kind: shape.kind.parse(kind), level: shape.level.parse(level) };
}

const noAnnouncement = () => new DomainError("not_found", "There is no such announcement; check its id.");

/** @throws DomainError 404 */
async function read(sql: Sql, announcement_id: string): Promise<OperatorAnnouncement> {
  const row = await sql.maybe(get, { announcement_id });
  if (row === undefined) throw noAnnouncement();
  return toAnnouncement(row);
}

export const listAnnouncements: Handler<"operatorAnnouncement.list"> = async ({ sql }, { limit, cursor }) => {
  const before = olderThan(cursor, "ann");
  const rows = await sql.query(list, { before, limit: limit + 1 });
  return toPage(rows, limit, ({ announcement_id }) => announcement_id, toAnnouncement);
};

export const getAnnouncement: Handler<"operatorAnnouncement.get"> = ({ sql }, { announcement_id }) =>
  read(sql, announcement_id);

export const createAnnouncement: Handler<"operatorAnnouncement.create"> = async (
  { sql },
  { starts_at = null, ends_at, ...announcement },
) => {
  const announcement_id = newId("ann");
  const site_ids = await requireSites(sql, announcement.site_ids);
  const organization_ids = await requireOrganizations(sql, announcement.organization_ids);
  const host_ids = await requireHosts(sql, announcement.host_ids);
  const input = {
    announcement_id,
    ...announcement,
    ...{ starts_at: kept(starts_at), ends_at: kept(ends_at) },
    site_ids,
    host_ids,
    organization_ids,
  };
  if ((await sql.maybe(create, input)) === undefined) throw endsTooEarly(starts_at ?? "now");
  return read(sql, announcement_id);
};

export const updateAnnouncement: Handler<"operatorAnnouncement.update"> = async (
  { sql },
  { announcement_id, ...changes },
) => {
  const before = await read(sql, announcement_id);
  const { level = before.level, title = before.title, text = before.text } = changes;
  const { starts_at = before.starts_at, ends_at = before.ends_at } = changes;
  if (before.kind === "maintenance" && ends_at === null) throw invalidField("ends_at", "must be set for maintenance");
  requireOrder(starts_at, ends_at);
  if (before.kind === "notice" && changes.host_ids !== undefined && changes.host_ids.length > 0)
    throw invalidField("host_ids", "must be empty for a notice: only maintenance is about hosts");
  // What it names already may be gone.
  const host_ids = changes.host_ids === undefined ? before.host_ids : await requireHosts(sql, changes.host_ids);
  const site_ids = changes.site_ids === undefined ? before.site_ids : await requireSites(sql, changes.site_ids);
  const organization_ids =
    changes.organization_ids === undefined
      ? before.organization_ids
      : await requireOrganizations(sql, changes.organization_ids);
  await sql.query(change, {
    announcement_id,
    level,
    title,
    text,
    starts_at: toTimestamp(new Date(starts_at)),
    ends_at: kept(ends_at),
    site_ids,
    host_ids,
    organization_ids,
  });
  return read(sql, announcement_id);
};

/** A moment as it is kept, in whole milliseconds. The database would round it. */
const kept = (moment: string | null) => toTimestamp(moment === null ? null : new Date(moment));

function requireOrder(starts_at: string, ends_at: string | null): void {
  if (ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at)) throw endsTooEarly(starts_at);
}

const endsTooEarly = (starts_at: string) => invalidField("ends_at", `must be after ${starts_at}, when it starts`);

export const deleteAnnouncement: Handler<"operatorAnnouncement.delete"> = async ({ sql }, { announcement_id }) => {
  if ((await sql.maybe(remove, { announcement_id })) === undefined) throw noAnnouncement();
  return { announcement_id };
};
