import type { Configuration } from "@fulmar/config";
import type { Transaction } from "@fulmar/prisma";
import { auditRow } from "../audit-event.ts";
import type { AfterCommit, RequestContext } from "../context.ts";
import type { Vault } from "../sealing/vault.ts";
import { type BillingAdmission, billingDenied, type Decided, type Purchase } from "./admission.ts";
import type { Outside } from "./preparation.ts";
import type { Request } from "./request.ts";

/** The ports that handlers use. */
export interface HandlerPorts {
  readonly configuration: Configuration;
  readonly admission: BillingAdmission;
  readonly vault: Vault;
}

/** The decisions of one run of a handler, and the work that it leaves for later. */
export interface Attempt {
  readonly decided: Decided[];
  readonly afterwards: Pick<AfterCommit[], "push">;
  /** Undefined for a read, which has no transaction to be outside of. */
  readonly outside: Outside | undefined;
  /** Whether all of it is taken back. */
  readonly rehearsed: boolean;
}

/** Takes what waits for a commit that never comes. */
export const NEVER_COMMITTED: Attempt["afterwards"] = { push: () => 0 };

/** A read decides nothing. */
export const READ: Attempt = { decided: [], afterwards: NEVER_COMMITTED, outside: undefined, rehearsed: false };

/**
 * The context of one run of a handler, and the number of audit events that it has written.
 * @param key the idempotency key, already claimed
 */
export function workspaceContext(
  { configuration, admission, vault }: HandlerPorts,
  { operation, entry, envelope }: Pick<Request, "operation" | "entry" | "envelope">,
  { sql, send }: Transaction,
  { decided, afterwards, outside, rehearsed }: Attempt,
  key: string | undefined,
): { readonly context: RequestContext; readonly audits: () => number } {
  let audits = 0;
  const { workspace } = entry;
  const decide = (purchase: Purchase, binding: boolean) => admission.decide({ workspace, purchase, sql, binding });
  const { requestId, sourceIp, signal } = envelope;
  const context: RequestContext = {
    ...{ sql, send, ...entry, requestId, idempotencyKey: key, configuration, vault, signal, rehearsed },
    async admit(purchase) {
      const decision = await decide(purchase, true);
      decided.push({ purchase, decision });
      if (!decision.allowed) throw billingDenied(decision);
    },
    async preflight(purchase) {
      const decision = await decide(purchase, false);
      if (decision.reason !== "insufficient_funds" || !(await admission.recount(sql, workspace))) return decision;
      return decide(purchase, false);
    },
    outside: (work) => (outside === undefined ? work(signal) : outside.result(work, signal)),
    afterCommit: (work) => afterwards.push(work),
    auditRow(resourceId) {
      audits++;
      return auditRow({ entry, operation: operation.id, resourceId, requestId, sourceIp });
    },
    actor() {
      audits++;
      const { type, id } = entry.caller;
      const author = type === "token" ? { userId: null, tokenId: id } : { userId: id };
      return { ...author, requestId, sourceIp };
    },
  };
  return { context, audits: () => audits };
}
