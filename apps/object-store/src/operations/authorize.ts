import type { Scope } from "@fulmar/contract";
import { decide, type Policy, type PolicyRequest, type Steps } from "@fulmar/contract/bucket-policy";
import { LRUCache } from "lru-cache";
import { parsePolicy } from "../parse-policy.ts";
import { S3Error } from "../protocol/s3-error.ts";
import { header, parameter, type S3Request } from "../protocol/s3-request.ts";
import { type BucketCall, requireScopes } from "./call.ts";
import { type Tags, tagsInHeader } from "./tags.ts";

const REQUEST_TAG = "s3:requestobjecttag/";
const EXISTING_TAG = "s3:existingobjecttag/";

export interface Act {
  /** As a policy names it, such as `s3:GetObject`. */
  readonly action: string;
  /** Undefined for the bucket itself. */
  readonly key: string | undefined;
  /** The scopes that do it without a policy. Without any, the key only has to reach the bucket. */
  readonly scopes: readonly Scope[];
  /** The tags that the object has, where a condition of the policy compares them. */
  readonly tags?: Tags | undefined;
  /** Whether it reads or changes the policy itself, which no policy denies to the workspace's own keys. */
  readonly settles?: boolean;
  /** The steps that its comparison with the policy may take. Left out: the rest of the request's. */
  readonly steps?: Steps;
}

/** Below a millisecond. Tenants choose the patterns of policies, and strangers send what is compared with them. */
export const MOST_STEPS = 100_000;

const stepsOf = new WeakMap<S3Request, Steps>();

/** The decisions on one request share these. */
function stepsLeft(request: S3Request): Steps {
  const known = stepsOf.get(request);
  if (known !== undefined) return known;
  const steps = { count: 0, most: MOST_STEPS };
  stepsOf.set(request, steps);
  return steps;
}

/**
 * The rights of the key and the bucket's policy together: what the policy denies is refused, and what either allows is
 * done (AWS: Policy evaluation logic, within one account). @throws S3Error 403
 */
export function authorize(act: Act, call: BucketCall): void {
  const { visitor, bucket } = call;
  const { accessKeyId, workspaceId } = visitor;
  const decision = policyDecision(act, call, { accessKeyId, workspaceId });
  const isRefused = decision === "deny" || decision === "exhausted";
  if (isRefused && !(act.settles === true && visitor.reaches)) throw refusalOf(decision);
  // A policy gives rights to access keys, not to the URLs that the API signs for tokens and sessions.
  if (decision === "allow" && !visitor.presignedOnly) return;
  if (!visitor.reaches || bucket.workspaceId !== workspaceId) throw notReached();
  requireScopes(visitor, act.scopes);
}

const BYPASS = "x-amz-bypass-governance-retention";

/** Refuses a request that bypasses retention where the policy denies that for the object. @throws S3Error 403 */
export function authorizeBypass(key: string, call: BucketCall, steps?: Steps): void {
  if (header(call.request, BYPASS) === undefined) return;
  const { accessKeyId, workspaceId } = call.visitor;
  const act = { action: "s3:BypassGovernanceRetention", key, ...(steps !== undefined && { steps }) };
  const decision = policyDecision(act, call, { accessKeyId, workspaceId });
  if (decision === "deny" || decision === "exhausted") throw refusalOf(decision);
}

export function notReached(): S3Error {
  return new S3Error("AccessDenied", "The access key may not use a bucket of this name.");
}

export function refusalOf(decision: "deny" | "exhausted"): S3Error {
  return new S3Error(
    "AccessDenied",
    decision === "deny"
      ? "The bucket's policy denies this."
      : "The bucket's policy has more patterns than are compared with one request; set a policy of fewer or shorter ones.",
  );
}

/**
 * A bucket's policy on a request. "none": it has nothing to say, or there is no policy. "exhausted": nobody
 * knows, because comparing takes too long.
 */
export function policyDecision(
  { action, key, tags, steps }: Pick<Act, "action" | "key" | "tags" | "steps">,
  { request, bucket, from }: BucketCall,
  principal: PolicyRequest["principal"],
): ReturnType<typeof decide> {
  if (bucket.policy === null) return "none";
  const asked: PolicyRequest = {
    principal,
    action,
    resource: `arn:aws:s3:::${bucket.name}${key === undefined ? "" : `/${key}`}`,
    conditions(name) {
      if (!name.startsWith(EXISTING_TAG)) return conditionValues(name, request, from);
      const value = tags?.[name.slice(EXISTING_TAG.length)];
      return value === undefined ? undefined : [value];
    },
  };
  return decide(policyOf(bucket.policy, bucket.name), asked, steps ?? stepsLeft(request));
}

/** Policies that were asked for lately, by bucket and text. */
const policies = new LRUCache<string, Policy>({ max: 1000 });

function policyOf(text: string, bucketName: string): Policy {
  const name = `${bucketName} ${text}`;
  const known = policies.get(name);
  if (known !== undefined) return known;
  const policy = parsePolicy(text, bucketName);
  policies.set(name, policy);
  return policy;
}

/** The values of a condition key (AWS: Condition keys for Amazon S3); undefined where the request has none. */
function conditionValues(name: string, request: S3Request, from: BucketCall["from"]): string[] | undefined {
  const only = (value: string | undefined) => (value === undefined ? undefined : [value]);
  switch (name) {
    case "aws:sourceip":
      return only(from.sourceIp);
    case "aws:securetransport":
      return [String(from.isSecure)];
    case "aws:currenttime":
      return [new Date().toISOString()];
    case "aws:epochtime":
      return [String(Math.floor(Date.now() / 1000))];
    case "aws:referer":
      return only(compared(request, "referer"));
    case "aws:useragent":
      return only(compared(request, "user-agent"));
    case "s3:prefix":
    case "s3:delimiter":
    case "s3:max-keys":
      return only(parameter(request, name.slice("s3:".length)));
    case "s3:versionid":
      return only(parameter(request, "versionId"));
    case "s3:requestobjecttagkeys":
      return Object.keys(tagsInHeader(request));
    default:
      if (name.startsWith(REQUEST_TAG)) return only(tagsInHeader(request)[name.slice(REQUEST_TAG.length)]);
      return name.startsWith("s3:x-amz-") ? only(compared(request, name.slice("s3:".length))) : undefined;
  }
}

/** Enough for what browsers send. Whoever sends a request decides how long its headers are compared with patterns. */
const LONGEST_COMPARED = 1024;

/** A header that a policy compares. @throws S3Error where it is too long for that */
function compared(request: S3Request, name: string): string | undefined {
  const value = header(request, name);
  if (value === undefined || value.length <= LONGEST_COMPARED) return value;
  throw new S3Error(
    "InvalidArgument",
    `The bucket's policy compares ${name}, which must have at most ${LONGEST_COMPARED} characters then.`,
  );
}
