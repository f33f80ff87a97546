import type { Configuration } from "@fulmar/config";
import type { OperationById, OperationId, OperationOutput, ParsedInput } from "@fulmar/contract";
import type { Query, Transaction } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import type { Vault } from "../secret-store/vault.ts";
import type { Decision, Purchase } from "./admission.ts";
import type { Caller, Workspace } from "./caller.ts";
import type { AccountContext, OrganizationContext } from "./person-work.ts";
import type { AuditRow } from "./record-effect.ts";

/**
 * What a handler works with. In an operation that changes something, `prisma` and `sql` are the request's one
 * transaction; in one that reads, the pool, and there is nothing to `send`.
 */
export interface RequestContext extends Transaction {
  readonly workspace: Workspace;
  readonly caller: Caller;
  readonly requestId: string;
  /** The key that the caller sent with a request that takes one; checked, and claimed already. */
  readonly idempotencyKey: string | undefined;
  readonly configuration: Configuration;
  /** Seals and opens the values of secrets. */
  readonly vault: Vault;
  /**
   * What drives a site, by the site's provider name. A request only ever asks it: what changes something is the
   * worker's.
   */
  readonly provider: (name: string) => Promise<Provider>;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /**
   * Asks billing whether this may be bought; throws 402 otherwise. Called after every other check (design: order of
   * checks) and before anything is written.
   */
  admit(purchase: Purchase): Promise<void>;
  /** The same decision, only asked for. It reserves nothing. */
  preflight(purchase: Purchase): Promise<Decision>;
  /**
   * The parameters of `auditRead`, for a read that is declared `audited`: it writes its audit event in the statement
   * that reads.
   */
  auditRow(resourceId: string): AuditRow;
}

/**
 * What an operation that changes something asks first, from its input alone: it goes out with BEGIN, and the handler,
 * which asks the very same, finds it answered (docs/adr/0012). It must change nothing, for it may be asked for nothing.
 */
export type FirstQuestion<Id extends OperationId> = (
  workspace: Workspace,
  input: ParsedInput<OperationById<Id>>,
) => Query;

/** What the handler of an operation works with goes by whom the operation concerns. */
interface ContextOf {
  readonly workspace: RequestContext;
  readonly organization: OrganizationContext;
  readonly account: AccountContext;
}

export type Handler<Id extends OperationId> = (
  context: ContextOf[OperationById<Id>["subject"]],
  input: ParsedInput<OperationById<Id>>,
) => Promise<OperationOutput<OperationById<Id>>>;
