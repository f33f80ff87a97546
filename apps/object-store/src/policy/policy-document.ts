import { z } from "zod";
import { S3Error } from "../protocol/s3-error.ts";
import { type Condition, isOperator, isValueOf } from "./conditions.ts";
import { matches } from "./glob.ts";

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

const LARGEST_BYTES = 20 * 1024;
const Texts = z.union([z.string(), z.array(z.string()).min(1)]).transform((value) => [value].flat());
const Principals = z.union([
  z.literal("*"),
  z.strictObject({ AWS: Texts.optional(), CanonicalUser: Texts.optional() }),
]);
const Values = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()])).min(1)])
  .transform((value) => [value].flat().map(String));
const StatementDocument = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(["Allow", "Deny"]),
  Principal: Principals.optional(),
  NotPrincipal: Principals.optional(),
  Action: Texts.optional(),
  NotAction: Texts.optional(),
  Resource: Texts.optional(),
  NotResource: Texts.optional(),
  Condition: z.record(z.string(), z.record(z.string(), Values)).optional(),
});
type StatementDocument = z.infer<typeof StatementDocument>;
const Document = z.strictObject({
  Version: z.enum(["2012-10-17", "2008-10-17"]).optional(),
  Id: z.string().optional(),
  Statement: z.union([StatementDocument, z.array(StatementDocument).min(1)]).transform((value) => [value].flat()),
});

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

/** @throws S3Error MalformedPolicy */
export function parsePolicy(text: string, bucketName: string): Policy {
  if (Buffer.byteLength(text) > LARGEST_BYTES) throw malformed("it must have at most 20 KiB");
  const result = Document.safeParse(jsonOf(text));
  if (!result.success) {
    const [issue] = result.error.issues;
    throw malformed(`${issue?.path.join(".") || "it"}: ${issue?.message}`);
  }
  return { statements: result.data.Statement.map((statement) => statementOf(statement, bucketName)) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(malformed("it must be JSON"), { cause });
  }
}

function statementOf(statement: StatementDocument, bucketName: string): Statement {
  const { Effect: effect, Condition: conditions = {} } = statement;
  const principals = oneOf(statement.Principal, statement.NotPrincipal, "Principal");
  const actions = oneOf(statement.Action, statement.NotAction, "Action");
  const resources = oneOf(statement.Resource, statement.NotResource, "Resource");
  if (principals.negated && effect === "Allow") throw malformed("NotPrincipal can only be denied");
  const comparesTags = Object.values(conditions).some((keys) =>
    Object.keys(keys).some((key) => conditionKey(key).startsWith(EXISTING_TAG)),
  );
  const untagged = actions.value.find((action) => !/[*?]/.test(action) && !TAG_ACTIONS.has(action.toLowerCase()));
  if (comparesTags && !actions.negated && untagged !== undefined)
    throw malformed(`s3:ExistingObjectTag cannot be compared for the action "${untagged}"`);
  return {
    effect,
    principals: { negated: principals.negated, named: principalsIn(principals.value) },
    actions: { negated: actions.negated, named: actions.value.map(checkedAction) },
    resources: { negated: resources.negated, named: resources.value.map((arn) => checkedResource(arn, bucketName)) },
    conditions: Object.entries(conditions).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, values]) => checkedCondition(operator, conditionKey(key), values)),
    ),
  };
}

function oneOf<Value>(
  value: Value | undefined,
  other: Value | undefined,
  name: string,
): { value: Value; negated: boolean } {
  if (value !== undefined && other === undefined) return { value, negated: false };
  if (value === undefined && other !== undefined) return { value: other, negated: true };
  throw malformed(`a statement must have ${name} or Not${name}`);
}

function principalsIn(principals: z.infer<typeof Principals>): Principal[] {
  if (principals === "*") return ["everyone"];
  const { AWS: names = [], CanonicalUser: owners = [] } = principals;
  if (names.length + owners.length === 0) throw malformed("a Principal must name someone");
  return [...names.map(principalOf), ...owners.map((id) => ({ workspaceId: workspaceIdOf(id) }))];
}

function principalOf(name: string): Principal {
  if (name === "*") return "everyone";
  if (/^FK[A-Z2-7]{18}$/.test(name)) return { workspaceId: undefined, accessKeyId: name };
  const [, workspace = "", user] = /^arn:aws:iam::(\d*):(?:root|user\/(FK[A-Z2-7]{18}))$/.exec(name) ?? [];
  if (user !== undefined)
    return { workspaceId: workspace === "" ? undefined : workspaceIdOf(workspace), accessKeyId: user };
  return { workspaceId: workspaceIdOf(workspace === "" ? name : workspace) };
}

function workspaceIdOf(text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text))
    throw malformed(
      `the principal "${text}" must be *, an access key id, arn:aws:iam::<workspace id>:user/<access key id>, or a workspace's id`,
    );
  return BigInt(text);
}

function checkedAction(action: string): string {
  const lower = action.toLowerCase();
  if (lower !== "*" && !/^s3:[a-z*?]+$/.test(lower)) throw malformed(`the action "${action}" must begin with s3:`);
  return lower;
}

/** A pattern of the bucket's own ARNs. A statement about other buckets would have no effect, so it is refused. */
function checkedResource(arn: string, bucketName: string): string {
  const [, bucket = "", key] = /^arn:aws:s3:::([^/]+)(\/.*)?$/s.exec(arn) ?? [];
  const reaches = matches(bucket, bucketName) || (key === undefined && matches(bucket, `${bucketName}/`));
  if (arn !== "*" && !reaches)
    throw malformed(`the resource "${arn}" must be of this bucket, such as arn:aws:s3:::${bucketName}/*`);
  return arn;
}

/** Keys are compared in lower case, but for the key of a tag. */
function conditionKey(key: string): string {
  const [name = "", tag] = key.split(/\/(.*)/s);
  return tag === undefined ? name.toLowerCase() : `${name.toLowerCase()}/${tag}`;
}

function checkedCondition(operator: string, key: string, values: readonly string[]): Condition {
  if (!isOperator(operator)) throw malformed(`the condition operator "${operator}" is not known`);
  if (!CONDITION_KEYS.has(key) && !key.startsWith("s3:requestobjecttag/") && !key.startsWith(EXISTING_TAG))
    throw malformed(`the condition key "${key}" is not supported`);
  const wrong = values.find((value) => !isValueOf(operator, value));
  if (wrong !== undefined) throw malformed(`"${wrong}" is no value for ${operator}`);
  return { operator, key, values };
}

function malformed(why: string): S3Error {
  return new S3Error("MalformedPolicy", `The policy is not valid: ${why}.`);
}
