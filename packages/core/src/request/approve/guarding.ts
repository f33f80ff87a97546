// The guard and ceilings of a token (docs/adr/0077), and the amounts that count towards them (docs/adr/0103).
import {
  type ChangePlan,
  type Condition,
  type Effect,
  type FieldChange,
  isLoss,
  isSubstance,
  isUnplanned,
  type Operation,
  type ResourceChange,
  type ResourceType,
  type TokenGuard,
} from "@fulmar/contract";

/** How much a token may do in an hour without a person. Null: as much as it likes. */
export interface Ceilings {
  readonly max_deletions_per_hour: number | null;
  /** Decimal text. */
  readonly max_added_cost_per_hour: string | null;
  readonly max_resources_per_hour: number | null;
}

/** The guard and ceilings of a token. Null if it has none. */
export interface Guarding extends Ceilings {
  readonly guard: TokenGuard;
  /** By which token its changes are counted: itself, or the first with ceilings of those that made it. */
  readonly countedWith: string;
}

/** A request and its token. */
export interface Asked {
  readonly operation: Pick<Operation, "safe" | "effects">;
  readonly input: Readonly<Record<string, unknown>>;
  /** The id of the token. */
  readonly callerId: string;
}

function meets({ input, callerId }: Asked, condition: Condition): boolean {
  const value = input[condition.field];
  if ("is" in condition) return value === condition.is;
  if ("ofOthers" in condition) return value !== callerId;
  return "sent" in condition ? value !== undefined : hasContent(value);
}

function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null
    ? Object.values(value).some(hasContent)
    : value !== undefined && value !== null;
}

/** The effects of a request that its plan does not show. */
function unplannedOf(asked: Asked): readonly Effect[] {
  return asked.operation.effects.filter(
    (effect) =>
      isUnplanned(effect) && (effect.when.length === 0 || effect.when.some((condition) => meets(asked, condition))),
  );
}

/** The guard and ceilings that hold this request, or null. Reads are held only where they hand out access. */
export function guardingOn(asked: Asked, guarding: Guarding | null): Guarding | null {
  if (guarding === null || !asked.operation.safe) return guarding;
  const isHeld = guarding.guard !== "none" || guarding.max_deletions_per_hour !== null;
  return isHeld && unplannedOf(asked).length > 0 ? guarding : null;
}

/** Whether a person must approve a request. */
export function needsPerson({ guard }: Guarding, asked: Asked, plan: ChangePlan): boolean {
  if (guard === "approve_all") return true;
  return (
    guard === "approve_destructive" && (plan.irreversible || plan.changes.some(isLoss) || unplannedOf(asked).length > 0)
  );
}

/** The amounts that count towards the ceilings. */
export interface Amounts {
  /** Null if nobody can tell. */
  readonly deletions: number | null;
  /** Decimal text, negative where it saves. */
  readonly cost: string;
  readonly resources: number;
}

/** How much a request does of what the ceilings count. Links are neither made nor deleted. */
export function amountsOf(asked: Asked, { changes, cost }: Pick<ChangePlan, "changes" | "cost">): Amounts {
  const planned = changes.filter(isLoss).reduce((sum, change) => sum + lostBy(change), 0);
  const counts = unplannedOf(asked).map(({ extent }) => countOf(extent, asked, changes));
  return {
    deletions: counts.includes(null) ? null : Math.max(planned, ...counts.map(Number)),
    cost: cost.hourly_delta,
    resources: changes.reduce((sum, change) => sum + madeBy(change), 0),
  };
}

/** Rules and domains are resources, which plans show in the list of their group or distribution. */
function madeBy({ action, resource_type, fields }: ResourceChange): number {
  if (action === "create") return isSubstance(resource_type) ? 1 : 0;
  const list = fields.find(({ field }) => field === CONTENTS[resource_type]);
  return list === undefined ? 0 : itemsLost({ ...list, from: list.to, to: list.from });
}

/** How many deletions an effect counts as. Null if nobody can tell. */
function countOf(extent: Effect["extent"], { input }: Asked, changes: readonly ResourceChange[]): number | null {
  if (extent === "boundless") return null;
  if (extent === "one") return 1;
  if (typeof extent === "string") return 0;
  if ("each" in extent) return itemsOf(input[extent.each]).length;
  if ("changed" in extent)
    return changes.filter(({ action, resource_type }) => action !== "create" && resource_type === extent.changed)
      .length;
  const fields = changes.flatMap((change) => change.fields).filter(({ field }) => field === extent.lost);
  return fields.reduce((sum, field) => sum + itemsLost(field), 0);
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Fields that say which item it is or when it was written, not what it is. */
const NAMES_ONLY = /(^|_)(id|at)$/;

/** How many items of a list are not in it any more, as they were. */
function itemsLost({ from, to }: FieldChange): number {
  const left = itemsOf(to).map(contentOf);
  return itemsOf(from)
    .map(contentOf)
    .filter((item) => {
      const at = left.indexOf(item);
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    }).length;
}

function contentOf(item: unknown): string {
  if (typeof item !== "object" || item === null) return JSON.stringify(item);
  return JSON.stringify(Object.entries(item).filter(([name]) => !NAMES_ONLY.test(name)));
}

/** The field of a record that says what goes with its resource and is in no list of the plan. */
export const CONTENTS: Readonly<Partial<Record<ResourceType, string>>> = {
  bucket: "object_count",
  cdn_distribution: "custom_domains",
  firewall_group: "rules",
};

/** How many deletions one counts as: itself, and what its fields say is lost with it. */
function lostBy({ fields }: ResourceChange): number {
  const lost = fields.map(({ from }) => (Array.isArray(from) ? from.filter(isOwn).length : Number(from)));
  return lost.reduce((sum, each) => sum + each, 1);
}

/** The platform's own rules are in each firewall group. */
function isOwn(item: unknown): boolean {
  return typeof item !== "object" || item === null || !("system_managed" in item && item.system_managed === true);
}

export function hasCeilings(ceilings: Ceilings): boolean {
  return [ceilings.max_deletions_per_hour, ceilings.max_added_cost_per_hour, ceilings.max_resources_per_hour].some(
    (most) => most !== null,
  );
}
