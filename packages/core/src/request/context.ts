import type { Configuration } from "@fulmar/config";
import type { OperationById, OperationId, OperationOutput, ParsedInput } from "@fulmar/contract";
import type { Query, RowOf, Sql, StatementName, Transaction } from "@fulmar/prisma";
import type { AuditRow } from "./audit-event.ts";
import type { Actor, Caller, Workspace } from "./caller.ts";
import type { Decision, Purchase } from "./change/admission.ts";
import type { InstallationContext } from "./installation-context.ts";
import type { AccountContext, OrganizationContext } from "./person-context.ts";
import type { Vault } from "./sealing/vault.ts";

/**
 * The context of a handler. For an operation that changes something, `sql` and `send` belong to the request's one
 * transaction. For an operation that reads, `sql` is the pool and nothing may be sent.
 */
export interface RequestContext extends Transaction {
  readonly workspace: Workspace;
  readonly caller: Caller;
  readonly requestId: string;
  /** The idempotency key of the request, already checked and claimed. */
  readonly idempotencyKey: string | undefined;
  readonly configuration: Configuration;
  /** Encrypts and decrypts the values of secrets. */
  readonly vault: Vault;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /**
   * Whether all of this is taken back, because the caller only asks what it would do. Nothing outside may be touched.
   */
  readonly rehearsed: boolean;
  /**
   * Asks billing whether this purchase is allowed and throws 402 otherwise. Called after every other check (design:
   * order of checks) and before any write.
   */
  admit(purchase: Purchase): Promise<void>;
  /** Makes the same decision without buying. It reserves nothing. */
  preflight(purchase: Purchase): Promise<Decision>;
  /**
   * The parameters of `auditRequest`, for a read that is declared `audited`: it writes its audit event in the statement
   * that reads.
   */
  auditRow(resourceId: string): AuditRow;
  /**
   * Does what takes time elsewhere, such as a request to the server of a region. In a change, the transaction is rolled
   * back, the work is done without one, and the handler runs again and gets the result: so it comes before all writes,
   * once in a handler. The work may have been done although the change is not committed, and must be repeatable.
   */
  outside<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /**
   * Runs after the commit of a change and before its answer, such as waiting for a worker. The change stands whatever
   * becomes of it.
   */
  afterCommit(work: AfterCommit): void;
  /**
   * The author of a change of the organization. A handler that calls this writes the audit event itself, in the
   * statement of the change.
   */
  actor(): Actor;
}

/** The part of a context by which the resources of its workspace are found. */
export type InWorkspace = Pick<RequestContext, "sql" | "workspace">;

export type AfterCommit = (sql: Sql, signal: AbortSignal) => Promise<void>;

type InputOf<Id extends OperationId> = ParsedInput<OperationById<Id>>;
type OutputOf<Id extends OperationId> = Promise<OperationOutput<OperationById<Id>>>;

/** The context of a handler depends on whom its operation concerns. */
interface ContextOf {
  readonly workspace: RequestContext;
  readonly organization: OrganizationContext;
  readonly account: AccountContext;
  readonly installation: InstallationContext;
}

type PlainHandler<Id extends OperationId> = (
  context: ContextOf[OperationById<Id>["subject"]],
  input: InputOf<Id>,
) => OutputOf<Id>;

/** The handler of an operation in a workspace. */
export type WorkspaceHandler<Id extends OperationId> = (context: RequestContext, input: InputOf<Id>) => OutputOf<Id>;

/**
 * A handler of a change whose first query depends on its input alone. The query is sent with BEGIN, and the handler
 * receives its rows (docs/adr/0031).
 */
export interface AskingHandler<Id extends OperationId, Name extends StatementName = StatementName> {
  /**
   * Must not change anything: the query also runs when the request was already answered, and its rows are then unused.
   * @param boundHours for how many hours the wallet must carry purchases, 0 if it is not asked
   */
  question(workspace: Workspace, input: InputOf<Id>, boundHours: number): Query<Name>;
  handle(context: RequestContext, input: InputOf<Id>, rows: readonly RowOf<Name>[]): OutputOf<Id>;
}

export type Handler<Id extends OperationId> = PlainHandler<Id> | AskingHandler<Id>;

/** Declares a handler with a question. Its rows have the row type of the question's statement. */
export function withQuestion<Id extends OperationId, Name extends StatementName>(
  handler: AskingHandler<Id, Name>,
): AskingHandler<Id> {
  return handler;
}
