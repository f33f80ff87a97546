import { createHash, randomBytes } from "node:crypto";
import { MOST_TERMINALS, type OperationById, type ParsedInput, type Terminal, type VmType } from "@fulmar/contract";
import { queryOf, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { refuseByState, vmNoun } from "../compute/index.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { ShownSecret } from "../request/answers/kept-answers.ts";
import { type Handler, type RequestContext, withQuestion } from "../request/context.ts";
import { conflict, found } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { unsupportedBySite } from "../site/index.ts";

export const TICKET_SECONDS = 60;
/** An API says this often that it holds a terminal. After twice the time without, the terminal counts as ended. */
export const SEEN_EVERY_MS = 15_000;
/** SQL: whether the terminal `t` has a ticket in force or is open. */
const UNDER_WAY =
  "t.ended_at IS NULL AND CASE WHEN t.claimed_at IS NULL THEN t.expires_at > now() ELSE t.seen_at > now() - " +
  `${2 * SEEN_EVERY_MS} * interval '1 millisecond' END`;

// One ticket of a workspace at a time, so that two requests do not both find the last place free.
const ask = statement(
  "terminal_ask",
  `SELECT v.status::text, v.operation_id, v.held_reason, o.action, s.unsupported,
          pg_advisory_xact_lock(1718580040, hashint8($workspace_id::bigint))::text AS locked
     FROM vm v JOIN site s ON s.site_id = v.site_id
     LEFT JOIN operation o ON o.operation_id = v.operation_id AND o.workspace_id = v.workspace_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type`,
);

const insert = statement(
  "terminal_insert",
  `INSERT INTO terminal (terminal_id, workspace_id, organization_id, vm_id, caller_type, caller_id, caller_name,
                         session_id, request_id,
                         ticket_hash, columns, rows, screen, expires_at)
   SELECT $terminal_id, $workspace_id::bigint, $organization_id, $vm_id, $caller_type, $caller_id, $caller_name,
          $session_id::text, $request_id, $ticket_hash::bytea, $columns, $rows, $screen,
          now() + ${TICKET_SECONDS} * interval '1 second'
    WHERE (SELECT count(*) FILTER (WHERE t.vm_id = $vm_id) < ${MOST_TERMINALS.vm}
              AND count(*) < ${MOST_TERMINALS.workspace}
             FROM terminal t WHERE t.workspace_id = $workspace_id::bigint AND ${UNDER_WAY})
   RETURNING expires_at`,
);

/** Hands out a ticket. @throws DomainError 404; 409 by the VM's state, and when there are too many terminals */
async function createTerminal(
  { sql, workspace, caller, requestId, configuration }: RequestContext,
  type: VmType,
  { vm_id, columns, rows, screen }: ParsedInput<OperationById<"cloudVm.createTerminal">>,
  asked: RowOf<typeof ask> | undefined,
): Promise<Terminal> {
  const vm = found(asked, vmNoun(type));
  if (screen && vm.unsupported.includes("screen")) throw unsupportedBySite("screen");
  refuseByState(vm, "open_terminal");
  const terminal_id = newId("term");
  const ticket = newTicket(configuration.cell);
  const row = await sql.maybe(insert, {
    workspace_id: workspace.id,
    vm_id,
    terminal_id,
    organization_id: workspace.organizationId,
    caller_type: caller.type,
    caller_id: caller.id,
    caller_name: caller.name,
    session_id: caller.sessionId,
    request_id: requestId,
    ticket_hash: hashOfTicket(ticket),
    columns,
    rows,
    screen,
  });
  if (row === undefined) throw tooManyTerminals();
  const url = `${configuration.publicApiUrl.replace(/^http/, "ws")}/v1/terminal`;
  return { terminal_id, url, ticket, expires_at: toTimestamp(row.expires_at) };
}

function tooManyTerminals() {
  return conflict(
    "too_many_terminals",
    `A VM has ${MOST_TERMINALS.vm} terminals at most, and a workspace ${MOST_TERMINALS.workspace}; ` +
      "close one, or wait a minute for unused tickets to expire.",
  );
}

/** A ticket names its cell, where there are several: it is all that the front sees of a WebSocket (docs/adr/0095). */
function newTicket(cell: string | undefined): string {
  return `tkt_${cell === undefined ? "" : `${cell}.`}${randomBytes(32).toString("base64url")}`;
}

/** Only the hash of a ticket is stored. */
export function hashOfTicket(ticket: string): Buffer {
  return createHash("sha256").update(ticket).digest();
}

const inForce = statement(
  "terminal_ticket_in_force",
  "SELECT 1 FROM terminal WHERE terminal_id = $terminal_id AND claimed_at IS NULL AND expires_at > now()",
);

/** Whether the ticket of an answer can still be used. */
export async function isTicketInForce(sql: Sql, { terminal_id }: ShownSecret): Promise<boolean> {
  return (await sql.maybe(inForce, { terminal_id })) !== undefined;
}

export const terminalHandlers: { [Id in `${"cloudVm" | "gpuVm"}.createTerminal`]: Handler<Id> } = {
  "cloudVm.createTerminal": withQuestion({
    question: (workspace, { vm_id }) => queryOf(ask, { workspace_id: workspace.id, vm_id, type: "cloud" }),
    handle: (context, input, [vm]) => createTerminal(context, "cloud", input, vm),
  }),
  "gpuVm.createTerminal": withQuestion({
    question: (workspace, { vm_id }) => queryOf(ask, { workspace_id: workspace.id, vm_id, type: "gpu" }),
    handle: (context, input, [vm]) => createTerminal(context, "gpu", input, vm),
  }),
};
