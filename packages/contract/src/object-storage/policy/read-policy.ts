import { type Condition, isOperator, isValueOf, readCondition } from "./conditions.ts";
import { matches } from "./glob.ts";
import { PolicyDocument, type PolicyStatement, type Principals } from "./policy-document.ts";

/** A bucket policy (AWS: IAM JSON policy elements), in the part that names access keys and everyone. */
export interface Policy {
  readonly statements: readonly Statement[];
}

export interface Statement {
  readonly effect: "Allow" | "Deny";
  readonly principals: Matcher<Principal>;
  /** Patterns in lower case. */
  readonly actions: Matcher<string>;
  /** Patterns of ARNs. */
  readonly resources: Matcher<string>;
  readonly conditions: readonly Condition[];
}

/** What a statement names, or with `negated` everything else. */
export interface Matcher<Named> {
  readonly negated: boolean;
  readonly named: readonly Named[];
}

/** Everyone, the keys of a workspace, or one access key. */
export type Principal =
  | "everyone"
  | { readonly workspaceId: bigint }
  | { readonly workspaceId: bigint | undefined; readonly accessKeyId: string };

/** What is wrong at a place of a policy: "must …". */
export interface PolicyProblem {
  /** Such as `["Statement", 0, "Action"]`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A policy, or everything that is wrong with it. */
type ReadPolicy =
  | { readonly policy: Policy }
  | { readonly policy?: undefined; readonly problems: readonly PolicyProblem[] };

/** The largest policy (AWS: Bucket policies), in bytes. */
export const LARGEST_POLICY_BYTES = 20 * 1024;

/**
 * The condition keys that the store evaluates. Others are refused, so that a condition never fails to restrict because
 * the store does not know it.
 */
const CONDITION_KEYS: ReadonlySet<string> = new Set([
  ...["aws:sourceip", "aws:securetransport", "aws:currenttime", "aws:epochtime", "aws:referer", "aws:useragent"],
  ...["s3:prefix", "s3:delimiter", "s3:max-keys", "s3:versionid", "s3:x-amz-acl", "s3:x-amz-copy-source"],
  ...["s3:x-amz-metadata-directive", "s3:x-amz-server-side-encryption", "s3:x-amz-storage-class"],
  ...["s3:x-amz-grant-read", "s3:x-amz-grant-write", "s3:x-amz-grant-read-acp", "s3:x-amz-grant-write-acp"],
  ...[
    "s3:x-amz-grant-full-control",
    "s3:x-amz-server-side-encryption-aws-kms-key-id",
    "s3:x-amz-server-side-encryption-customer-algorithm",
    "s3:x-amz-content-sha256",
    "s3:requestobjecttagkeys",
  ],
]);

const EXISTING_TAG = "s3:existingobjecttag/";

/** The actions whose conditions may compare the tags that an object has (AWS: Actions for Amazon S3), in lower case. */
export const TAG_ACTIONS: ReadonlySet<string> = new Set(
  ["GetObject", "GetObjectAcl", "GetObjectAttributes", "GetObjectTagging", "PutObjectTagging", "DeleteObjectTagging"]
    .flatMap((action) => [action, action.replace("Object", "ObjectVersion")])
    .map((action) => `s3:${action.toLowerCase()}`),
);

/** Notes a problem below the place that is being read. */
type Refuse = (path: readonly (string | number)[], message: string) => void;

/**
 * Reads a policy of a bucket.
 * @param document parsed JSON
 * @returns the policy, or everything that is wrong with it
 */
export function readPolicy(document: unknown, bucketName: string): ReadPolicy {
  const result = PolicyDocument.safeParse(document);
  if (!result.success)
    return {
      problems: result.error.issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === "symbol" ? String(part) : part)),
        message: `is not valid: ${message}`,
      })),
    };
  const problems: PolicyProblem[] = [];
  const { Statement: sent } = result.data;
  const statements = [sent].flat().map((statement, index) => {
    const place = Array.isArray(sent) ? ["Statement", index] : ["Statement"];
    return statementOf(statement, bucketName, (path, message) => problems.push({ path: [...place, ...path], message }));
  });
  return problems.length > 0 ? { problems } : { policy: { statements } };
}

function statementOf(statement: PolicyStatement, bucketName: string, refuse: Refuse): Statement {
  const { Effect: effect, Condition: conditions = {} } = statement;
  const principals = oneOf("Principal", statement.Principal, statement.NotPrincipal, refuse);
  const actions = oneOf("Action", statement.Action, statement.NotAction, refuse);
  const resources = oneOf("Resource", statement.Resource, statement.NotResource, refuse);
  if (principals.negated && effect === "Allow") refuse(["NotPrincipal"], "can only be denied");
  const named = [actions.value ?? []].flat();
  const comparesTags = Object.values(conditions).some((keys) =>
    Object.keys(keys).some((key) => conditionKey(key).startsWith(EXISTING_TAG)),
  );
  const untagged = named.find((action) => !/[*?]/.test(action) && !TAG_ACTIONS.has(action.toLowerCase()));
  if (comparesTags && !actions.negated && untagged !== undefined)
    refuse(["Condition"], `must not compare s3:ExistingObjectTag for the action "${untagged}"`);
  for (const action of named)
    if (!/^(\*|s3:[a-z*?]+)$/i.test(action)) refuse([actions.name], `must begin with s3:, but "${action}" does not`);
  const arns = [resources.value ?? []].flat();
  for (const arn of arns)
    if (!isOfBucket(arn, bucketName))
      refuse([resources.name], `must be of this bucket, such as arn:aws:s3:::${bucketName}/*, but "${arn}" is not`);
  return {
    effect,
    principals: { negated: principals.negated, named: principalsIn(principals.value, [principals.name], refuse) },
    actions: { negated: actions.negated, named: named.map((action) => action.toLowerCase()) },
    resources: { negated: resources.negated, named: arns },
    conditions: Object.entries(conditions).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, values]) => conditionOf(operator, key, [values].flat().map(String), refuse)),
    ),
  };
}

/** What a statement has under a name or under its negation. */
function oneOf<Value>(
  name: string,
  value: Value | undefined,
  other: Value | undefined,
  refuse: Refuse,
): { readonly name: string; readonly value: Value | undefined; readonly negated: boolean } {
  if ((value === undefined) === (other === undefined)) refuse([], `must have either ${name} or Not${name}`);
  const negated = value === undefined && other !== undefined;
  return { name: negated ? `Not${name}` : name, value: negated ? other : value, negated };
}

function principalsIn(principals: Principals | undefined, place: readonly string[], refuse: Refuse): Principal[] {
  if (principals === undefined) return [];
  if (principals === "*") return ["everyone"];
  const { AWS: names = [], CanonicalUser: owners = [] } = principals;
  const sent = [
    ...[names].flat().map((name) => ({ name, principal: principalOf(name) })),
    ...[owners].flat().map((name) => ({ name, principal: workspaceOf(name) })),
  ];
  if (sent.length === 0) refuse(place, "must name someone");
  return sent.flatMap(({ name, principal }) => {
    if (principal === undefined)
      refuse(
        place,
        "must be *, an access key id, arn:aws:iam::<workspace id>:user/<access key id>, or a workspace's id, " +
          `but "${name}" is not`,
      );
    return principal ?? [];
  });
}

function principalOf(name: string): Principal | undefined {
  if (name === "*") return "everyone";
  if (/^FK[A-Z2-7]{18}$/.test(name)) return { workspaceId: undefined, accessKeyId: name };
  const [, workspace = "", user] = /^arn:aws:iam::(\d*):(?:root|user\/(FK[A-Z2-7]{18}))$/.exec(name) ?? [];
  if (user === undefined) return workspaceOf(workspace === "" ? name : workspace);
  const owner = workspace === "" ? { workspaceId: undefined } : workspaceOf(workspace);
  return owner && { ...owner, accessKeyId: user };
}

function workspaceOf(text: string): { readonly workspaceId: bigint } | undefined {
  return /^[1-9]\d{0,17}$/.test(text) ? { workspaceId: BigInt(text) } : undefined;
}

/**
 * Whether a pattern reaches the bucket's own ARNs. A statement about other buckets would have no effect, so it is
 * refused.
 */
function isOfBucket(arn: string, bucketName: string): boolean {
  const { ofBucket, ofObjects } = reachOf(arn, bucketName);
  return ofBucket || ofObjects;
}

/** Whether a pattern of ARNs reaches the bucket itself, and whether it reaches objects of it. */
export function reachOf(arn: string, bucketName: string): { readonly ofBucket: boolean; readonly ofObjects: boolean } {
  if (arn === "*") return { ofBucket: true, ofObjects: true };
  const [, bucket, key] = /^arn:aws:s3:::([^/]+)(\/.*)?$/s.exec(arn) ?? [];
  if (bucket === undefined) return { ofBucket: false, ofObjects: false };
  if (key !== undefined) return { ofBucket: false, ofObjects: matches(bucket, bucketName) };
  return { ofBucket: matches(bucket, bucketName), ofObjects: matches(bucket, `${bucketName}/`) };
}

/** Keys are compared in lower case, but for the key of a tag. */
function conditionKey(key: string): string {
  const [name = "", tag] = key.split(/\/(.*)/s);
  return tag === undefined ? name.toLowerCase() : `${name.toLowerCase()}/${tag}`;
}

function conditionOf(operator: string, sent: string, values: readonly string[], refuse: Refuse): Condition {
  const key = conditionKey(sent);
  if (!isOperator(operator)) refuse(["Condition", operator], "is no condition operator of the store");
  if (!CONDITION_KEYS.has(key) && !key.startsWith("s3:requestobjecttag/") && !key.startsWith(EXISTING_TAG))
    refuse(["Condition", operator, sent], "is no condition key of the store");
  const wrong = values.find((value) => !isValueOf(operator, value));
  if (wrong !== undefined)
    refuse(["Condition", operator, sent], `must have values for ${operator}, but "${wrong}" is not`);
  return readCondition(operator, key, values);
}
