import { ipAddressesIn } from "../../values/ip-network.ts";
import { isMet } from "./conditions.ts";
import { matches, type Steps, spend, TooManySteps } from "./glob.ts";
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

/**
 * What a policy says of a request. A denial wins (AWS: Policy evaluation logic). "none": nothing. "exhausted": it was
 * not compared to its end, because that takes more than `steps.most`.
 */
export function decide(
  { statements }: Policy,
  request: PolicyRequest,
  steps: Steps = { count: 0 },
): "allow" | "deny" | "none" | "exhausted" {
  try {
    const applying = statements.filter((statement) => applies(statement, request, steps));
    const effects = new Set(applying.map(({ effect }) => effect));
    return effects.has("Deny") ? "deny" : effects.has("Allow") ? "allow" : "none";
  } catch (error) {
    if (error instanceof TooManySteps) return "exhausted";
    throw error;
  }
}

/** Whether a statement is about a request. @throws TooManySteps */
export function applies(
  { principals, actions, resources, conditions }: Statement,
  request: PolicyRequest,
  steps: Steps = { count: 0 },
): boolean {
  const action = request.action.toLowerCase();
  spend(steps, FOR_STATEMENT + principals.named.length);
  return (
    includes(principals, (principal) => isPrincipal(principal, request.principal)) &&
    includes(actions, (pattern) => matches(pattern, action, steps)) &&
    includes(resources, (pattern) => matches(pattern, request.resource, steps)) &&
    conditions.every((condition) => {
      spend(steps, FOR_CONDITION);
      return isMet(condition, request.conditions(condition.key), steps);
    })
  );
}

/** What a statement and each of its conditions cost besides the values that are compared. */
const FOR_STATEMENT = 8;
const FOR_CONDITION = 16;

function includes<Named>({ named, negated }: Matcher<Named>, isNamed: (one: Named) => boolean): boolean {
  return named.some(isNamed) !== negated;
}

function isPrincipal(named: Principal, actual: PolicyRequest["principal"]): boolean {
  if (named === "everyone") return true;
  if (actual === "anonymous") return false;
  if (named.workspaceId !== undefined && named.workspaceId !== actual.workspaceId) return false;
  return !("accessKeyId" in named) || named.accessKeyId === actual.accessKeyId;
}

/** What a policy may admit without being public (AWS: The meaning of "public"): a range of /8, and of /32 for IPv6. */
const MOST_ADMITTED = { ipv4: 1n << (32n - 8n), ipv6: 1n << (128n - 32n) };

/** Whether a policy allows something to everyone, from everywhere. */
export function isPublic(policy: Policy): boolean {
  return publicStatements(policy).size > 0;
}

/**
 * The statements that allow everyone something, from everywhere. Those that name ranges of addresses count together:
 * many small ones may be the whole Internet.
 */
export function publicStatements({ statements }: Policy): ReadonlySet<Statement> {
  const forEveryone = statements.filter(
    ({ effect, principals }) => effect === "Allow" && principals.named.includes("everyone"),
  );
  const open = forEveryone.filter((statement) => rangesOf(statement) === undefined);
  const { ipv4, ipv6 } = ipAddressesIn(forEveryone.flatMap((statement) => rangesOf(statement) ?? []));
  return new Set(ipv4 > MOST_ADMITTED.ipv4 || ipv6 > MOST_ADMITTED.ipv6 ? forEveryone : open);
}

/** The ranges that a statement is for. Undefined for any address, also where it excludes some. */
function rangesOf({ conditions }: Statement): readonly string[] | undefined {
  return conditions.find(({ key, operator }) => key === "aws:sourceip" && operator === "IpAddress")?.values;
}
