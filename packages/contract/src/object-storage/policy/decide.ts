import { ipAddressesIn } from "../../console/ip-range.ts";
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

/** What a policy may admit without being public (AWS: The meaning of "public"): a range of /8, and of /32 for IPv6. */
const MOST_ADMITTED = { ipv4: 1n << (32n - 8n), ipv6: 1n << (128n - 32n) };

/** Whether a policy allows something to everyone, from everywhere. */
export function isPublic(policy: Policy): boolean {
  return publicStatements(policy).size > 0;
}

/**
 * The statements that allow everyone something, from everywhere. Those that name ranges of addresses count together: many
 * small ones may be the whole Internet.
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
