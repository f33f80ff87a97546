import type { Configuration } from "@fulmar/config";
import { isAddressAllowed, MANAGER_ROLES, ROLE_SCOPES, TERMINAL_ENDS, type TerminalEnd } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";
import { FailureLimiter } from "../request/door/failure-limit.ts";
import { newId } from "../request/identifiers.ts";
import { hashOfTicket, TICKET_SECONDS } from "./create-terminal.ts";
import { auditTerminal, endTerminal, SCREEN_DETAIL } from "./end-terminal.ts";

/** The channel that wakes workers for a terminal. */
export const TERMINAL_CHANNEL = "fulmar_terminal";

const claim = statement(
  "terminal_claim",
  `UPDATE terminal t SET claimed_at = now(), seen_at = now(), source_ip = $source_ip::text
    WHERE t.ticket_hash = $ticket_hash::bytea AND t.claimed_at IS NULL AND t.ended_at IS NULL AND t.expires_at > now()
   RETURNING t.terminal_id, (SELECT a.allowed_ip_ranges FROM api_token a
                              WHERE a.token_id = t.caller_id) AS allowed_ip_ranges`,
);

/** The roles that may change VMs, and so have terminals. */
const ROLES = Object.entries(ROLE_SCOPES).flatMap(([role, scopes]) =>
  scopes.some((scope) => scope === "vm.write") ? [role] : [],
);

// As the door of requests asks: a token by itself, a user by session and role in the workspace. Which value of a
// rotated token asked for the ticket is not known, so the old value takes every terminal along whose ticket is older
// than its end.
const check = statement(
  "terminal_check",
  `SELECT t.terminal_id,
          CASE WHEN w.deleted_at IS NULL AND CASE t.caller_type
                 WHEN 'token' THEN EXISTS (
                   SELECT FROM api_token a
                    WHERE a.token_id = t.caller_id AND a.revoked_at IS NULL
                      AND (a.expires_at IS NULL OR a.expires_at > now())
                      AND (a.old_until IS NULL OR a.old_until > now()
                           OR t.expires_at > a.old_until + interval '${TICKET_SECONDS} seconds')
                      AND 'vm.write' = ANY (a.scopes)
                      AND (a.workspace_policy = 'entire_organization' OR t.workspace_id = ANY (a.workspace_ids)))
                 ELSE EXISTS (SELECT FROM session s
                               WHERE s.id = t.session_id AND s.user_id = t.caller_id AND s.expires_at > now()
                                 AND s.ends_at > now())
                  AND EXISTS (
                   SELECT FROM member m
                     LEFT JOIN workspace_role r ON r.organization_id = m.organization_id AND r.user_id = m.user_id
                      AND r.workspace_id = t.workspace_id
                    WHERE m.organization_id = t.organization_id AND m.user_id = t.caller_id
                      AND CASE WHEN m.role = ANY ($manager_roles::text[]) THEN m.role ELSE coalesce(r.role, m.role) END
                          = ANY ($roles::text[]))
               END THEN v.status::text END AS vm_status
     FROM terminal t JOIN workspace w ON w.workspace_id = t.workspace_id
     JOIN vm v ON v.workspace_id = t.workspace_id AND v.vm_id = t.vm_id
    WHERE t.terminal_id = ANY ($terminal_ids::text[])`,
);

/** Statuses in which the VM's machine ends, or is gone. */
const ENDING: ReadonlySet<string> = new Set(["stopping", "stopped", "rebooting", "deleting", "deleted", "error"]);

const offer = statement(
  "terminal_offer",
  `WITH offered AS (UPDATE terminal SET endpoint = $endpoint WHERE terminal_id = $terminal_id AND ended_at IS NULL
                 RETURNING terminal_id)
   SELECT pg_notify('${TERMINAL_CHANNEL}', '')::text AS woken FROM offered`,
);

const opened = statement(
  "terminal_opened",
  `WITH changed AS (UPDATE terminal SET opened_at = now() WHERE terminal_id = $terminal_id AND opened_at IS NULL
                 RETURNING *)
   ${auditTerminal("vm.terminal_opened", { event: "$audit_event_id", detail: SCREEN_DETAIL })}`,
);

const seen = statement(
  "terminal_seen",
  "UPDATE terminal SET seen_at = now() WHERE terminal_id = ANY ($terminal_ids::text[]) AND ended_at IS NULL",
);

/** A ticket that was used: its terminal, or why it gets none. */
export type ClaimedTerminal =
  | { readonly terminalId: string; readonly refused: null }
  | { readonly terminalId: string | null; readonly refused: TerminalEnd };

/** The terminals in the database, for the process of the API that has the client. */
export class TerminalDoor {
  readonly #sql: Sql;
  readonly #failures: FailureLimiter;

  constructor(
    { sql }: { readonly sql: Sql },
    { failureLimit, failureBurst }: Pick<Configuration, "failureLimit" | "failureBurst">,
  ) {
    this.#sql = sql;
    this.#failures = new FailureLimiter({
      perSecond: failureLimit,
      burst: failureBurst,
      isFailure: (error) => error instanceof DomainError && error.kind === "unauthenticated",
      refuse: () => new DomainError("rate_limited", TERMINAL_ENDS.too_many_tries[1]),
    });
  }

  /** Uses a ticket. A ticket can be used once, whatever comes of it. */
  async claim(ticket: string, sourceIp: string | undefined): Promise<ClaimedTerminal> {
    const hash = hashOfTicket(ticket);
    let row: RowOf<typeof claim>;
    try {
      row = await this.#failures.check(sourceIp, hash.toString("base64"), async () => {
        const claimed = await this.#sql.maybe(claim, { ticket_hash: hash, source_ip: sourceIp });
        if (claimed === undefined) throw new DomainError("unauthenticated", TERMINAL_ENDS.ticket_refused[1]);
        return claimed;
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { terminalId: null, refused: error.kind === "rate_limited" ? "too_many_tries" : "ticket_refused" };
    }
    const terminalId = row.terminal_id;
    const refused = isAddressAllowed(row.allowed_ip_ranges ?? [], sourceIp)
      ? ((await this.endings([terminalId])).get(terminalId) ?? null)
      : "address_refused";
    if (refused !== null) await this.end(terminalId, refused, null);
    return { terminalId, refused };
  }

  /** The terminals among these that have to end, with the reason. */
  async endings(terminalIds: readonly string[]): Promise<Map<string, TerminalEnd>> {
    const values = { terminal_ids: terminalIds, roles: ROLES, manager_roles: MANAGER_ROLES };
    const rows = await this.#sql.query(check, values);
    const statuses = new Map(rows.map((row) => [row.terminal_id, row.vm_status]));
    return new Map(
      terminalIds.flatMap((id): [string, TerminalEnd][] => {
        const status = statuses.get(id);
        if (status === null) return [[id, "access_ended"]];
        // The row goes with its VM.
        return status === undefined || ENDING.has(status) ? [[id, "vm_stopped"]] : [];
      }),
    );
  }

  /** Asks a worker to bring the terminal to this process. @param endpoint host and TCP port */
  async offer(terminalId: string, endpoint: string): Promise<void> {
    await this.#sql.query(offer, { terminal_id: terminalId, endpoint });
  }

  /** The shell runs: an event of the audit trail. */
  async opened(terminalId: string): Promise<void> {
    await this.#sql.query(opened, { terminal_id: terminalId, audit_event_id: newId("aud") });
  }

  /** Says that this process still has the terminals. */
  async seen(terminalIds: readonly string[]): Promise<void> {
    await this.#sql.query(seen, { terminal_ids: [...terminalIds] });
  }

  /** The end of a terminal, with an event of the audit trail. A repetition changes nothing. */
  async end(terminalId: string, reason: TerminalEnd, exitCode: number | null): Promise<void> {
    await endTerminal(this.#sql, terminalId, reason, exitCode);
  }
}
