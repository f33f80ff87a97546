// What a token may do without a person (docs/adr/0077).
import { type ChangePlan, isLoss, isSubstance, type Operation, type TokenGuard } from "@fulmar/contract";

/** How much a token may do in an hour without a person. Null: as much as it likes. */
export interface Ceilings {
  readonly max_deletions_per_hour: number | null;
  /** Decimal text. */
  readonly max_added_cost_per_hour: string | null;
  readonly max_resources_per_hour: number | null;
}

/** What holds a token. A token that nothing holds has none. */
export interface Guarding extends Ceilings {
  readonly guard: TokenGuard;
  /** By which token its changes are counted: itself, or the first with ceilings of those that made it. */
  readonly countedWith: string;
}

type Input = Readonly<Record<string, unknown>>;

/** Whether a plan would not show what a request may destroy. */
function isUnseen({ needsApproval }: Pick<Operation, "needsApproval">, input: Input): boolean {
  return typeof needsApproval === "boolean" ? needsApproval : needsApproval.some((field) => hasContent(input[field]));
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}

/** What holds the caller, if it holds this request, or null. Reads are held only where they hand out access. */
export function guardingOn(operation: Operation, guarding: Guarding | null, input: Input): Guarding | null {
  if (guarding === null) return null;
  return !operation.safe || (guarding.guard !== "none" && isUnseen(operation, input)) ? guarding : null;
}

/** Whether a person must approve a request. */
export function needsPerson({ guard }: Guarding, operation: Operation, input: Input, plan: ChangePlan): boolean {
  if (guard === "approve_all") return true;
  return (
    guard === "approve_destructive" && (plan.irreversible || plan.changes.some(isLoss) || isUnseen(operation, input))
  );
}

/** What counts towards the ceilings. */
export interface Amounts {
  readonly deletions: number;
  /** Decimal text, negative where it saves. */
  readonly cost: string;
  readonly resources: number;
}

/** How much a change does of what the ceilings count. Links are neither made nor deleted. */
export function amountsOf({ changes, cost }: ChangePlan): Amounts {
  return {
    deletions: changes.filter(isLoss).length,
    cost: cost.hourly_delta,
    resources: changes.filter(({ action, resource_type }) => action === "create" && isSubstance(resource_type)).length,
  };
}

export function hasCeilings(ceilings: Ceilings): boolean {
  return [ceilings.max_deletions_per_hour, ceilings.max_added_cost_per_hour, ceilings.max_resources_per_hour].some(
    (most) => most !== null,
  );
}
