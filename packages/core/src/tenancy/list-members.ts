import type { MemberRecord, Page } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import { invalidField } from "../request/domain-error.ts";

const list = statement(
  "member_list",
  `SELECT m.user_id, u.name, u.email, m.role, u.two_factor_enabled AS second_factor, m.created_at AS joined_at,
          (SELECT max(s.updated_at) FROM session s WHERE s.user_id = m.user_id AND s.expires_at > now()) AS last_seen_at,
          to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || m.user_id AS position
     FROM member m JOIN "user" u ON u.id = m.user_id
    WHERE m.organization_id = $1 AND ($2::timestamptz IS NULL OR (m.created_at, m.user_id) > ($2, $3))
    ORDER BY m.created_at, m.user_id LIMIT $4`,
  // Of a moment that is not infinite, to_char answers a text.
  { present: ["position"] },
);

/** The members of an organization, in the order in which they joined. @throws DomainError 400 for the cursor */
export async function listMembers(
  { sql }: { readonly sql: Sql },
  request: { readonly organizationId: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<MemberRecord>> {
  const [joinedAt = null, userId = null] = positionOf(request.cursor);
  const rows = await sql.query(list, [request.organizationId, joinedAt, userId, request.limit + 1]);
  return toPage(
    rows,
    request.limit,
    (row) => row.position,
    ({ position, ...row }) => ({
      ...row,
      joined_at: toTimestamp(row.joined_at),
      last_seen_at: toTimestamp(row.last_seen_at),
    }),
  );
}

/** Where the page before has ended: when its last member joined, and who it was. */
function positionOf(cursor: string | undefined): readonly string[] {
  const [joinedAt, userId] = decodeCursor(cursor, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+$/)?.split(" ") ?? [];
  if (joinedAt === undefined || userId === undefined) return [];
  if (Number.isNaN(Date.parse(joinedAt))) throw invalidField("cursor", "must be a cursor from the page before");
  return [joinedAt, userId];
}
