import { type Membership, Profile, ROLE_SCOPES, roleInWorkspace } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { signedOut } from "../request/domain-error.ts";
import { letsIn, roleOrViewer } from "../request/door/operator-view.ts";
import { askedOf, joinAsker } from "../tenancy/index.ts";
import { ANNOUNCED } from "./announced.ts";

const read = statement(
  "profile_read",
  `SELECT u.id AS user_id, u.name, u.email, run.role AS operator_role, o.organization_id, o.name AS organization_name,
          o.approvals_need_two_people, o.strict_scopes, o.one_person_asked_at, asker.id AS asked_by,
          asker.name AS asked_by_name, m.role, a.acting_id, a.ends_at, w.workspace_id::text, w.name AS workspace_name, w.deletion_window_hours,
          r.role AS own_role, told.announcements
     FROM "user" u
    CROSS JOIN LATERAL (${ANNOUNCED}) AS told
     LEFT JOIN operator run ON run.user_id = u.id
     LEFT JOIN LATERAL (
       SELECT own.organization_id, NULL AS acting_id FROM member own WHERE own.user_id = u.id
        UNION ALL
       SELECT x.organization_id, x.acting_id FROM operator_acting x WHERE x.user_id = u.id AND ${letsIn("x")}
     ) AS seen ON true
     LEFT JOIN member m ON m.user_id = u.id AND m.organization_id = seen.organization_id
     LEFT JOIN operator_acting a ON a.acting_id = seen.acting_id
     LEFT JOIN organization o ON o.organization_id = seen.organization_id
     ${joinAsker}
     LEFT JOIN workspace w ON w.organization_id = o.organization_id AND w.deleted_at IS NULL
     LEFT JOIN workspace_role r ON r.organization_id = m.organization_id AND r.user_id = m.user_id
      AND r.workspace_id = w.workspace_id
    WHERE u.id = $user_id
    ORDER BY o.name, o.organization_id, w.workspace_id`,
);

const Announcements = Profile.shape.announcements;

/**
 * A user with organizations and workspaces, as they are in this session. Undefined when the user does not exist (any
 * more).
 */
export async function readProfile(
  { sql }: { readonly sql: Sql },
  userId: string,
  sessionId: string | undefined,
): Promise<Profile | undefined> {
  const rows = await sql.query(read, { user_id: userId, session_id: sessionId ?? "" });
  const [first] = rows;
  if (first === undefined) return undefined;
  const organizations = new Map<string, Membership>();
  let acting: Profile["acting"] = null;
  for (const row of rows) {
    const role = roleOrViewer(row.role, row.acting_id);
    if (row.organization_id === null || row.organization_name === null || role === null) continue;
    if (row.acting_id !== null && row.ends_at !== null) {
      const { acting_id, organization_id, organization_name } = row;
      acting = { acting_id, organization_id, organization_name, ends_at: toTimestamp(row.ends_at) };
    }
    const known = organizations.get(row.organization_id);
    const organization = known ?? {
      organization_id: row.organization_id,
      name: row.organization_name,
      role,
      scopes: [...ROLE_SCOPES[role]],
      approvals_need_two_people: row.approvals_need_two_people === true,
      one_person_asked: askedOf(row),
      strict_scopes: row.strict_scopes === true,
      workspaces: [],
    };
    const { workspace_id, workspace_name: name, deletion_window_hours } = row;
    if (workspace_id !== null && name !== null && deletion_window_hours !== null)
      organization.workspaces.push({
        ...{ workspace_id, name, deletion_window_hours },
        role: roleInWorkspace(role, row.own_role),
      });
    organizations.set(row.organization_id, organization);
  }
  const { user_id, name, email, operator_role } = first;
  const announcements = Announcements.parse(first.announcements);
  return { user_id, name, email, operator_role, organizations: [...organizations.values()], acting, announcements };
}

export const readOwnProfile: Handler<"session.me"> = async ({ sql, person }) => {
  const profile = await readProfile({ sql }, person.id, person.sessionId);
  if (profile === undefined) throw signedOut();
  return profile;
};
