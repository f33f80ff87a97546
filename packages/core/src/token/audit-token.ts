import { randomUUID } from "node:crypto";
import { newId } from "../request/identifiers.ts";

/** Who changes a token. Without `userId` it is whoever may run commands on the installation: the operator. */
export interface TokenChange {
  readonly userId: string | null;
  readonly requestId?: string | undefined;
  readonly sourceIp?: string | undefined;
}

type TokenAction =
  | "apiToken.create"
  | "apiToken.update"
  | "apiToken.rotate"
  | "apiToken.endOldValue"
  | "apiToken.revoke";

/** The SQL that writes the audit row for each row of the CTE `changed`; its five parameters begin at `first`. */
export function auditTokenSql(action: TokenAction, result: number, first: number): string {
  const parameter = (offset: number) => `$${first + offset}`;
  return `INSERT INTO audit_event (audit_event_id, organization_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result)
   SELECT ${parameter(0)}, changed.organization_id, ${parameter(1)}, coalesce(${parameter(2)}::text, 'operator'),
          coalesce((SELECT u.name FROM "user" u WHERE u.id = ${parameter(2)}::text), 'operator'), '${action}', changed.token_id, ${parameter(3)}, ${parameter(4)}, ${result}
     FROM changed`;
}

/** The values for `auditTokenSql`, in its order. */
export function auditTokenValues(
  change: TokenChange,
): readonly [eventId: string, actorType: string, actorId: string | null, requestId: string, sourceIp: string | null] {
  return [
    newId("aud"),
    change.userId === null ? "operator" : "user",
    change.userId,
    change.requestId ?? `req_${randomUUID()}`,
    change.sourceIp ?? null,
  ];
}
