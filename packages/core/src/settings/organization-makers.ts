// Who makes organizations.
import { type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";

const makers = statement(
  "settings_organization_makers",
  `SELECT new_organizations = 'everyone' OR EXISTS (
            SELECT FROM operator o WHERE o.user_id = $user_id AND o.role = 'operator') AS may
     FROM installation_settings`,
);

/** @throws DomainError 403 where operators alone make organizations, for somebody else */
export async function requireOrganizationMaker(sql: Sql, userId: string): Promise<void> {
  if (!(await sql.one(makers, { user_id: userId })).may)
    throw new DomainError("forbidden", "Only operators make organizations here; ask for one, or for an invitation.", {
      code: "organizations_closed",
    });
}
