import type { AwaitedApproval, ChangePlan } from "@fulmar/contract";
import type { Database, Sql } from "@fulmar/prisma";
import type { Answer } from "../answers/answer.ts";
import { recordRefusal } from "../answers/record-refusal.ts";
import type { Request } from "../change/request.ts";
import { attemptedOn } from "../change/resource-of-change.ts";
import type { WorkspaceWork } from "../change/workspace-work.ts";
import { DomainError } from "../domain-error.ts";
import { readableWith, visiblePlan } from "../plan/visible-plan.ts";
import { type Amounts, type Asked, amountsOf, type Guarding, hasCeilings, needsPerson } from "./guarding.ts";

/** Keeps what waits for a person, and counts what is done without one. */
export interface Approvals {
  /**
   * Lets a request wait for a person. The same request waits once.
   * @throws DomainError 409 when too many wait
   */
  ask(request: Request, key: string | undefined, plan: ChangePlan): Promise<AwaitedApproval>;
  /**
   * Takes up an approved request whose answer is all that it does. Its approval counts only while who gave it may give
   * it.
   * @returns false if none is approved
   */
  take(request: Request): Promise<boolean>;
  /**
   * Counts a change in its transaction.
   * @throws DomainError 403 `ceiling_reached`
   */
  count(sql: Sql, guarding: Guarding, amounts: CountedAmounts): Promise<void>;
}

/** Amounts that are known. */
export type CountedAmounts = Amounts & { readonly deletions: number };

/** Performs what tokens with a guard or ceilings ask for (docs/adr/0077). */
export class GuardedWork {
  readonly #database: Database;
  readonly #work: WorkspaceWork;
  readonly #approvals: Approvals;

  constructor(parts: { readonly database: Database; readonly work: WorkspaceWork; readonly approvals: Approvals }) {
    this.#database = parts.database;
    this.#work = parts.work;
    this.#approvals = parts.approvals;
  }

  /** Plans a change first, and makes it if its plan needs no person and is within the ceilings. */
  async change(request: Request, guarding: Guarding, key: string | undefined): Promise<Answer> {
    if (guarding.guard === "plan_only") throw await this.#refused(request, planOnly());
    const earlier = await this.#work.replay(request, key);
    if (earlier !== undefined) return earlier;
    const plan = await this.#work.rehearse(request, () => true);
    if (needsPerson(guarding, askedBy(request), plan)) throw await this.#approvalRequired(request, key, plan);
    const amounts = await this.#counted(request, guarding, plan);
    return this.#work.change(request, key, async ({ sql }) => {
      if (hasCeilings(guarding)) await this.#approvals.count(sql, guarding, amounts);
    });
  }

  /** Answers a request that changes nothing and hands out access, once a person has approved it or it is counted. */
  async handOut(request: Request, guarding: Guarding): Promise<Answer> {
    if (guarding.guard === "plan_only") throw await this.#refused(request, planOnly());
    if (guarding.guard === "none") return this.#countAndAnswer(request, guarding);
    // A request that would be refused is refused, and asks nobody.
    const answer = await this.#work.read(request);
    if (await this.#approvals.take(request)) return answer;
    throw await this.#approvalRequired(request, undefined, planOfRead(request));
  }

  /** Answers in the transaction that counts, so that a refusal leaves nothing of the answer, and counts nothing. */
  async #countAndAnswer(request: Request, guarding: Guarding): Promise<Answer> {
    const amounts = await this.#counted(request, guarding, planOfRead(request));
    let isCounting = false;
    try {
      return await this.#database.transaction(
        async ({ sql }) => {
          const answer = await this.#work.read(request, sql);
          isCounting = true;
          await this.#approvals.count(sql, guarding, amounts);
          return answer;
        },
        { workspaceId: request.entry.workspace.id },
      );
    } catch (error) {
      throw isCounting && error instanceof DomainError ? await this.#refused(request, error) : error;
    }
  }

  /** The amounts that a request counts as. @throws DomainError 403 if nobody can tell, and a ceiling needs to know */
  async #counted(request: Request, guarding: Guarding, plan: ChangePlan): Promise<CountedAmounts> {
    const { deletions, ...rest } = amountsOf(askedBy(request), plan);
    if (deletions === null && guarding.max_deletions_per_hour !== null)
      throw await this.#refused(request, uncountable());
    return { ...rest, deletions: deletions ?? 0 };
  }

  async #approvalRequired(request: Request, key: string | undefined, plan: ChangePlan): Promise<DomainError> {
    const { operation, entry } = request;
    if (operation.shownOnce && key === undefined) return keyNeeded();
    const asked = await this.#approvals.ask(request, key, plan);
    const approval = { ...asked, plan: visiblePlan(asked.plan, readableWith(entry.caller.scopes)) };
    return this.#refused(request, approvalRequired(approval));
  }

  /** Records in the audit trail that a request was refused, and returns the refusal. */
  async #refused({ operation, entry, input, envelope }: Request, refusal: DomainError): Promise<DomainError> {
    const { requestId, sourceIp } = envelope;
    const resourceId = attemptedOn(operation, input);
    await recordRefusal(
      this.#database.sql,
      { entry, operation: operation.id, resourceId, requestId, sourceIp },
      refusal,
    );
    return refusal;
  }
}

function askedBy({ operation, input, entry }: Request): Asked {
  return { operation, input, callerId: entry.caller.id };
}

/** The plan of a request that changes nothing. */
function planOfRead({ operation }: Request): ChangePlan {
  return {
    would_answer: operation.success,
    changes: [],
    affects: [],
    steps: [],
    cost: { hourly_delta: "0", monthly_delta: "0", currency: null },
    quotas: [],
    irreversible: false,
    restorable_until: null,
    warnings: ["The answer hands out access. What is done with it is not planned."],
  };
}

function planOnly(): DomainError {
  return new DomainError(
    "forbidden",
    "The token may only plan changes; send the request with dry_run=true, or use another token.",
    { code: "plan_only_token" },
  );
}

function uncountable(): DomainError {
  return new DomainError(
    "forbidden",
    "The token's max_deletions_per_hour counts what is deleted, and nobody can count what this would let be deleted " +
      "later; ask a person to do it, or use a token without this ceiling.",
    { code: "ceiling_reached" },
  );
}

function approvalRequired(approval: AwaitedApproval): DomainError {
  return new DomainError(
    "forbidden",
    `A person must approve this first, and nothing was changed; open ${approval.approval_url}, or ask for ` +
      `${approval.approval_id} until its status changes.`,
    { code: "approval_required", approval },
  );
}

function keyNeeded(): DomainError {
  const message =
    "is required here: the answer is shown once, and is given to the same request with the same key after a person " +
    "has approved it";
  return new DomainError("invalid_request", `The header X-Idempotency-Key ${message}.`, {
    errors: [{ field: "X-Idempotency-Key", message }],
  });
}
