import { type Sql, statement } from "@fulmar/prisma";
import type { Entry } from "./door.ts";
import { newId } from "./identifiers.ts";

const finish = statement(
  "effect_record",
  `WITH answered AS (
     UPDATE idempotency_key SET status = $1, body = $2 WHERE workspace_id = $3::bigint AND operation = $4 AND key = $5
   )
   INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, source_ip, result)
   VALUES ($6, $7, $3::bigint, $8, $9, $10, $4, $11, $12, $13, $1)`,
);

/** Writes, in the transaction of a change, who made it, and the answer under its idempotency key: one statement. */
export async function recordEffect(
  sql: Sql,
  effect: {
    readonly entry: Entry;
    readonly operation: string;
    readonly key: string | undefined;
    readonly status: number;
    readonly body: string;
    readonly resourceId: string | null;
    readonly requestId: string;
    readonly sourceIp: string | undefined;
  },
): Promise<void> {
  const { caller, workspace } = effect.entry;
  await sql.query(finish, [
    effect.status,
    effect.body,
    workspace.id,
    effect.operation,
    effect.key ?? null,
    newId("aud"),
    workspace.organizationId,
    caller.type,
    caller.id,
    caller.name,
    effect.resourceId,
    effect.requestId,
    effect.sourceIp ?? null,
  ]);
}
