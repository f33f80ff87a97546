import { isMet } from "./conditions.ts";
import { matches } from "./glob.ts";
import type { Matcher, Policy, Principal, Statement } from "./read-policy.ts";

/** A request as a policy sees it. */
export interface PolicyRequest {
  readonly principal: { readonly accessKeyId: string; readonly workspaceId: bigint } | "anonymous";
  /** Such as `s3:GetObject`. */
  readonly action: string;
  /** The ARN of the bucket or the object. */
  readonly resource: string;
  /** The values of a condition key in lower case; undefined where the request has none. */
  readonly conditions: (key: string) => readonly string[] | undefined;
}

/** What a policy says of a request. A denial wins (AWS: Policy evaluation logic). "none": nothing. */
export function decide({ statements }: Policy, request: PolicyRequest): "allow" | "deny" | "none" {
  const effects = new Set(statements.filter((statement) => applies(statement, request)).map(({ effect }) => effect));
  return effects.has("Deny") ? "deny" : effects.has("Allow") ? "allow" : "none";
}

/** Whether a statement is about a request. */
export function applies({ principals, actions, resources, conditions }: Statement, request: PolicyRequest): boolean {
  const action = request.action.toLowerCase();
  return (
    includes(principals, (principal) => isPrincipal(principal, request.principal)) &&
    includes(actions, (pattern) => matches(pattern, action)) &&
    includes(resources, (pattern) => matches(pattern, request.resource)) &&
    conditions.every((condition) => isMet(condition, request.conditions(condition.key)))
  );
}

function includes<Named>({ named, negated }: Matcher<Named>, isNamed: (one: Named) => boolean): boolean {
  return named.some(isNamed) !== negated;
}

function isPrincipal(named: Principal, actual: PolicyRequest["principal"]): boolean {
  if (named === "everyone") return true;
  if (actual === "anonymous") return false;
  if (named.workspaceId !== undefined && named.workspaceId !== actual.workspaceId) return false;
  return !("accessKeyId" in named) || named.accessKeyId === actual.accessKeyId;
}

/** Conditions that narrow who a statement is for (AWS: The meaning of "public"). */
const NARROWING: ReadonlySet<string> = new Set(["aws:sourceip"]);

/** Whether a policy allows something to everyone, from everywhere. */
export function isPublic({ statements }: Policy): boolean {
  return statements.some(isPublicStatement);
}

export function isPublicStatement({ effect, principals, conditions }: Statement): boolean {
  return (
    effect === "Allow" &&
    principals.named.includes("everyone") &&
    !conditions.some(({ key, operator, values }) => NARROWING.has(key) && isNarrow(operator, values))
  );
}

function isNarrow(operator: string, values: readonly string[]): boolean {
  return operator === "IpAddress" && values.every((range) => !range.endsWith("/0"));
}
