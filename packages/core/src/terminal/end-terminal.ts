import type { TerminalEnd } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";

/**
 * SQL that writes the audit event of each terminal of the CTE `changed`, as an act of who asked for the ticket.
 * @param columns `event` and `detail` are SQL over `changed`
 */
export function auditTerminal(
  action: "vm.terminal_opened" | "vm.terminal_ended",
  { event, detail }: { readonly event: string; readonly detail: string },
): string {
  return `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name,
                                   action, resource_id, request_id, source_ip, result, detail)
   SELECT ${event}, changed.organization_id, changed.workspace_id, changed.caller_type, changed.caller_id,
          changed.caller_name, '${action}', changed.vm_id,
          changed.request_id, changed.source_ip, 200, ${detail}
     FROM changed`;
}

/** SQL: `idle after 903 s`. */
export const END_DETAIL =
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
  {
    terminalId,
    reason,
    exitCode,
  }: { readonly terminalId: string; readonly reason: TerminalEnd; readonly exitCode: number | null },
): Promise<void> {
  await sql.query(end, {
    terminal_id: terminalId,
    end_reason: reason,
    exit_code: exitCode,
    audit_event_id: newId("aud"),
  });
}
