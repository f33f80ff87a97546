import type { TerminalEnd } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditEvent } from "../request/audit-event.ts";
import { newId } from "../request/identifiers.ts";

/**
 * SQL that writes the audit event of each terminal of the CTE `changed`, as an act of who asked for the ticket.
 * @param columns `event` and `detail` are SQL over `changed`
 */
export function auditTerminal(
  action: "vm.terminal_opened" | "vm.terminal_ended",
  { event, detail }: { readonly event: string; readonly detail: string },
): string {
  return auditEvent({
    rows: "changed",
    audit_event_id: event,
    organization_id: "changed.organization_id",
    workspace_id: "changed.workspace_id",
    actor: { type: "changed.caller_type", id: "changed.caller_id", name: "changed.caller_name" },
    action: `'${action}'`,
    resource_id: "changed.vm_id",
    detail,
    request_id: "changed.request_id",
    source_ip: "changed.source_ip",
  });
}

/** SQL: which of its kinds a terminal is, in the audit trail. A shell is not named. */
export const SCREEN_DETAIL = "CASE WHEN changed.screen THEN 'screen' END";

/** SQL: `idle after 903 s`, and of a screen `screen, idle after 903 s`. */
export const END_DETAIL =
  `coalesce(${SCREEN_DETAIL} || ', ', '') || ` +
  "changed.end_reason || ' after ' || coalesce(extract(epoch FROM changed.ended_at - changed.opened_at)::int, 0) || ' s'";

const end = statement(
  "terminal_end",
  `WITH changed AS (UPDATE terminal SET ended_at = now(), end_reason = $end_reason, exit_code = $exit_code::int
                     WHERE terminal_id = $terminal_id AND ended_at IS NULL RETURNING *)
   ${auditTerminal("vm.terminal_ended", { event: "$audit_event_id", detail: END_DETAIL })}`,
);

/** Ends a terminal, with its duration in the audit trail. A terminal that has ended stays as it is. */
export async function endTerminal(
  sql: Sql,
  terminal_id: string,
  end_reason: TerminalEnd,
  exit_code: number | null,
): Promise<void> {
  await sql.query(end, { terminal_id, end_reason, exit_code, audit_event_id: newId("aud") });
}
