// Carries out what a person has approved: once, as the token's, and only if its plan is still the same.
import type { Configuration } from "@fulmar/config";
import { type Database, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { type Answer, answerOf } from "../request/answers/answer.ts";
import { recordRefusal } from "../request/answers/record-refusal.ts";
import { auditEvent, auditValues } from "../request/audit-event.ts";
import type { Carrier } from "../request/change/carrier.ts";
import { HeldBack, type Request } from "../request/change/request.ts";
import type { WorkspaceWork } from "../request/change/workspace-work.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import type { Entry } from "../request/door/door.ts";
import { referenceRefusal, rightsRefusal } from "../request/door/rights.ts";
import { enterAsToken } from "../token/index.ts";
import { type ApprovalRow, operationOf, planOf, readApproval } from "./approvals.ts";
import { approvalRefusal, decidedBefore, inputOf } from "./decidable.ts";
import { ENOUGH, isNoted, UNDECIDED } from "./decide.ts";
import { differencesBetween } from "./differences.ts";
import { readDetail } from "./read.ts";
import { sealerOfInputs } from "./sealed-input.ts";

// The audit event says who approved it, beside that of the change, which is the token's.
const settle = statement(
  "approval_settle",
  `WITH settled AS (
     UPDATE approval SET status = $status, sealed_input = NULL, decided_by = $user_id, decided_by_name = $user_name,
            decided_at = now(), outcome_status = $outcome_status::int, outcome_code = $outcome_code,
            outcome_detail = $outcome_detail, differences = $differences::text[]
      WHERE ${UNDECIDED} AND ${ENOUGH} RETURNING approval_id
   ), audited AS (
     ${auditEvent({
       rows: "settled",
       organization_id: "$organization_id",
       workspace_id: "$workspace_id::bigint",
       actor: { type: "'user'", id: "$user_id", name: "$user_name" },
       action: "$action",
       resource_id: "$approval_id",
       source_ip: "$source_ip",
     })}
   )
   SELECT approval_id FROM settled`,
);

interface Outcome {
  readonly status: number;
  readonly code: string | null;
  readonly detail: string | null;
  readonly differences: readonly string[];
}

/** A refusal of what was approved. Others are no matter of the request, and may pass. */
const FINAL: ReadonlySet<DomainError["kind"]> = new Set([
  "invalid_request",
  "unauthenticated",
  "billing_denied",
  "forbidden",
  "not_found",
  "conflict",
]);

/**
 * Approves a request and carries it out, in one transaction: if the process dies, it still waits, and nothing was
 * done.
 */
export function carryOutApproved(database: Database, { secrets }: Pick<Configuration, "secrets">): Carrier {
  const sealer = sealerOfInputs(secrets);
  return async (work, request, change) => {
    const { operation, entry, input } = request;
    const { workspace, caller } = entry;
    const id = String(input.approval_id);
    const key = request.envelope.idempotencyKey;
    const earlier = await work.replay(request, key);
    if (earlier !== undefined) return earlier;
    const row = await readApproval(database.sql, entry, id);
    const refusal = approvalRefusal(row, caller, sealer);
    if (refusal !== null) throw await recorded(database.sql, request, id, refusal);
    if (isNoted(row, sealer)) return change();
    let answer: Answer | undefined;
    const settled = async (transaction: Transaction, outcome: Outcome) => {
      if (!(await settleBy(transaction.sql, request, row, outcome))) throw new HeldBack(decidedBefore());
      answer = answerOf(operation, await readDetail(transaction.sql, entry, id, secrets));
      work.keep(transaction, request, key, answer);
    };
    try {
      const outcome = await outcomeOf(work, database.sql, request, row, inputOf(sealer, row), settled);
      if (outcome !== undefined)
        await database.transaction((transaction) => settled(transaction, outcome), { workspaceId: workspace.id });
    } catch (error) {
      if (error instanceof HeldBack) throw error.refusal;
      throw error;
    }
    if (answer === undefined) throw new Error("the approval was carried out without an answer");
    return answer;
  };
}

/** @returns undefined if the outcome was noted in the transaction of the change */
async function outcomeOf(
  work: WorkspaceWork,
  sql: Sql,
  decision: Request,
  row: ApprovalRow,
  input: Record<string, unknown>,
  settled: (transaction: Transaction, outcome: Outcome) => Promise<void>,
): Promise<Outcome | undefined> {
  try {
    const entry = await entryOf(sql, decision, row, input);
    const operation = operationOf(row);
    // The change is the token's, but comes from no address of its.
    const envelope = { ...decision.envelope, sourceIp: undefined, idempotencyKey: row.idempotency_key ?? undefined };
    const asked = { operation, entry, input, envelope };
    const plan = await work.rehearse(asked, () => true);
    const differences = differencesBetween({ plan: planOf(row), at: row.planned_at }, { plan, at: new Date() });
    if (differences.length > 0) return { ...outcomeOfRefusal(planChanged()), differences };
    const done = { status: operation.success, code: null, detail: null, differences: [] };
    const answer = await work.change(asked, envelope.idempotencyKey, (transaction) => settled(transaction, done));
    return answer.replayed ? done : undefined;
  } catch (error) {
    if (error instanceof DomainError && FINAL.has(error.kind)) return outcomeOfRefusal(error);
    throw error;
  }
}

/** The token as it is now. @throws DomainError when it may not do it any more */
async function entryOf(sql: Sql, { entry }: Request, row: ApprovalRow, input: Record<string, unknown>): Promise<Entry> {
  const operation = operationOf(row);
  const asToken = await enterAsToken(sql, row.token_id, entry.workspace);
  const refusal = rightsRefusal(operation, asToken.caller) ?? referenceRefusal(operation, asToken.caller, input);
  if (refusal !== null) throw refusal;
  return asToken;
}

/** @returns false if it was decided meanwhile, has expired, or needs somebody else */
async function settleBy(
  sql: Sql,
  { entry, envelope }: Request,
  { approval_id, first_approver_roles }: ApprovalRow,
  outcome: Outcome,
): Promise<boolean> {
  const { caller, workspace } = entry;
  const isDone = outcome.status < 400;
  const action = isDone ? "approval.approve" : "approval.fail";
  const settled = await sql.query(settle, {
    workspace_id: workspace.id,
    ...{ approval_id, first_approver_roles: first_approver_roles ?? [], status: isDone ? "carried_out" : "failed" },
    ...{ user_id: caller.id, user_name: caller.name },
    ...{ outcome_status: outcome.status, outcome_code: outcome.code, outcome_detail: outcome.detail },
    differences: outcome.differences,
    ...{ organization_id: workspace.organizationId, action, ...auditValues(envelope) },
  });
  return settled.length > 0;
}

function outcomeOfRefusal({ status, code, message }: DomainError): Outcome {
  return { status, code, detail: message, differences: [] };
}

function planChanged(): DomainError {
  return conflict("plan_changed", "What the request would do has changed since it was planned, so nothing was done.");
}

async function recorded(
  sql: Sql,
  { operation, entry, envelope }: Request,
  resourceId: string,
  refusal: DomainError,
): Promise<DomainError> {
  const { requestId, sourceIp } = envelope;
  await recordRefusal(sql, { entry, operation: operation.id, resourceId, requestId, sourceIp }, refusal);
  return refusal;
}
