import type { Configuration } from "@fulmar/config";
import type { OperationById, OperationId, OperationOutput, ParsedInput } from "@fulmar/contract";
import type { Query, RowOf, StatementName, Transaction } from "@fulmar/prisma";
import type { Provider } from "@fulmar/providers";
import type { Decision, Purchase } from "./admission.ts";
import type { Caller, Workspace } from "./caller.ts";
import type { AccountContext, OrganizationContext } from "./person-context.ts";
import type { AuditRow } from "./record-effect.ts";
import type { Vault } from "./vault.ts";

/**
 * What a handler works with. In an operation that changes something, `sql` and `send` are the request's one
 * transaction; in one that reads, `sql` is the pool, and nothing may be sent.
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

/** What an operation takes and answers. */
type InputOf<Id extends OperationId> = ParsedInput<OperationById<Id>>;
type OutputOf<Id extends OperationId> = Promise<OperationOutput<OperationById<Id>>>;

/** What a handler works with goes by whom its operation concerns. */
interface ContextOf {
  readonly workspace: RequestContext;
  readonly organization: OrganizationContext;
  readonly account: AccountContext;
}

type PlainHandler<Id extends OperationId> = (
  context: ContextOf[OperationById<Id>["subject"]],
  input: InputOf<Id>,
) => OutputOf<Id>;

/**
 * A handler of a change that knows from its input alone what it asks first. The question goes out with BEGIN, and the
 * handler is handed its rows (docs/adr/0031).
 */
export interface AskingHandler<Id extends OperationId, Name extends StatementName = StatementName> {
  /** It must change nothing, for it is asked for nothing where the request was answered before. */
  question(workspace: Workspace, input: InputOf<Id>): Query<Name>;
  handle(context: RequestContext, input: InputOf<Id>, rows: readonly RowOf<Name>[]): OutputOf<Id>;
}

export type Handler<Id extends OperationId> = PlainHandler<Id> | AskingHandler<Id>;

/** A handler with a question, whose rows are of the type that the question's statement has. */
export function withQuestion<Id extends OperationId, Name extends StatementName>(
  handler: AskingHandler<Id, Name>,
): AskingHandler<Id> {
  return handler;
}
