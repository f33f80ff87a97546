import type { Page } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";

const list = statement(
  "organization_list_all",
  `SELECT o.organization_id, o.name, o.created_at, trim_scale(w.balance)::text AS balance,
          trim_scale(w.credit_limit)::text AS credit_limit, w.currency, w.suspended_at,
          ARRAY(SELECT s.workspace_id::text FROM workspace s
                 WHERE s.organization_id = o.organization_id AND s.deleted_at IS NULL
                 ORDER BY s.workspace_id) AS workspace_ids,
          ARRAY(SELECT u.email FROM member m JOIN "user" u ON u.id = m.user_id
                 WHERE m.organization_id = o.organization_id AND m.role = 'owner' ORDER BY u.email) AS owners
     FROM organization o LEFT JOIN wallet w ON w.organization_id = o.organization_id
    WHERE o.organization_id < $after
      AND ($search::text IS NULL OR strpos(lower(o.name), lower($search)) > 0 OR EXISTS (
        SELECT FROM member m JOIN "user" u ON u.id = m.user_id
         WHERE m.organization_id = o.organization_id AND strpos(lower(u.email), lower($search)) > 0))
    ORDER BY o.organization_id DESC LIMIT $limit`,
);

/** An organization as the operator sees it. `owners` are e-mail addresses. Without a wallet, amounts are null. */
type ListedOrganization = RowOf<typeof list>;

/**
 * The organizations of the installation for its operator, newest first.
 * @param request `search` is part of their name, or of the e-mail address of a member
 */
export async function listOrganizations(
  { sql }: { readonly sql: Sql },
  request: { readonly search?: string | undefined; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<ListedOrganization>> {
  const after = olderThan(request.cursor, "org");
  const rows = await sql.query(list, { after, search: request.search, limit: request.limit + 1 });
  return toPage(
    rows,
    request.limit,
    ({ organization_id }) => organization_id,
    (row) => row,
  );
}
