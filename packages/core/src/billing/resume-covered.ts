import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";

const resume = statement(
  "wallet_resume_covered",
  `WITH resumed AS (
     UPDATE wallet SET suspended_at = NULL, suspended_by = NULL, suspended_reason = NULL
      WHERE organization_id = $1 AND suspended_by = 'metering' AND balance + credit_limit >= 0
     RETURNING organization_id
   )
   INSERT INTO audit_event (audit_event_id, organization_id, actor_type, actor_id, actor_name, action, resource_id, request_id, result)
   SELECT $2, organization_id, 'system', 'metering', 'Fulmar', 'wallet.resume', organization_id, $2, 200 FROM resumed`,
);

/** Lifts what metering suspended as soon as the funds cover it again; a suspension by an operator stays. */
export async function resumeCovered(sql: Sql, organizationId: string): Promise<void> {
  await sql.query(resume, [organizationId, newId("aud")]);
}
