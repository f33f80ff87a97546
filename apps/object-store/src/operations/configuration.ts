import { isPublic } from "@fulmar/contract/bucket-policy";
import { putVersioning } from "@fulmar/core/embedded-store";
import {
  type ConfigurationKind,
  CorsRules,
  type DefaultRetention,
  LifecycleRules,
  PublicAccessBlock,
  putConfiguration,
  putLockConfiguration,
  readConfiguration,
} from "@fulmar/core/object-store";
import { z } from "zod";
import { payloadOf, readDocument, readText } from "../body/payload.ts";
import { corsXml, readCors } from "../bucket-cors/cors-rules.ts";
import { lifecycleXml, readLifecycle } from "../lifecycle/lifecycle-rules.ts";
import { parsePolicy } from "../parse-policy.ts";
import { notImplemented, S3Error, type S3ErrorCode } from "../protocol/s3-error.ts";
import { childOf, document, readXml, textOf, type XmlChildren, type XmlElement } from "../protocol/xml.ts";
import { readWebsite, Website, websiteXml } from "../website/website-configuration.ts";
import type { Answer, BucketCall } from "./call.ts";
import { aclNotSupported, refuseAcl } from "./description.ts";
import { EVERYONE } from "./facts.ts";
import { MOST_OF_BUCKET, taggingXml, tagsIn } from "./tags.ts";

/** A kind of configuration that a client sends, reads back and deletes. */
interface Kind<Document extends object> {
  readonly kind: ConfigurationKind;
  readonly stored: z.ZodType<Document>;
  readonly read: (body: XmlElement) => Document;
  /** The most bytes of a document, where it may be larger than others. */
  readonly largest?: number;
  readonly xml: (stored: Document) => string;
  readonly absent: readonly [code: S3ErrorCode, sentence: string];
}

/** The operations of a kind. */
function operationsOf<Document extends object>({ kind, stored, read, largest, xml, absent }: Kind<Document>) {
  return {
    async get({ store, bucket }: BucketCall): Promise<Answer> {
      const found = await readConfiguration(store.sql, bucket, kind);
      if (found === undefined) throw new S3Error(...absent);
      return { status: 200, xml: xml(stored.parse(found)) };
    },
    async put({ store, request, bucket, chunkKey }: BucketCall): Promise<Answer> {
      const sent = read(await readDocument(request, chunkKey, largest));
      await store.change(bucket, (sql) => putConfiguration(sql, bucket, kind, sent));
      return { status: kind === "tagging" ? 204 : 200 };
    },
    remove: removal(kind),
  };
}

function removal(kind: ConfigurationKind) {
  return async ({ store, bucket }: BucketCall): Promise<Answer> => {
    await store.change(bucket, (sql) => putConfiguration(sql, bucket, kind, undefined));
    return { status: 204 };
  };
}

export const cors = operationsOf({
  kind: "cors",
  stored: CorsRules,
  read: readCors,
  xml: corsXml,
  absent: ["NoSuchCORSConfiguration", "The bucket has no CORS rules."],
});

export const lifecycle = operationsOf({
  kind: "lifecycle",
  stored: LifecycleRules,
  read: readLifecycle,
  // A thousand rules.
  largest: 1024 * 1024,
  xml: lifecycleXml,
  absent: ["NoSuchLifecycleConfiguration", "The bucket has no lifecycle rules."],
});

export const tagging = operationsOf({
  kind: "tagging",
  stored: z.record(z.string(), z.string()),
  read: (body) => tagsIn(body, MOST_OF_BUCKET),
  xml: taggingXml,
  absent: ["NoSuchTagSet", "The bucket has no tags."],
});

export const website = operationsOf({
  kind: "website",
  stored: Website,
  read: readWebsite,
  xml: websiteXml,
  absent: ["NoSuchWebsiteConfiguration", "The bucket has no website."],
});

const BY_STORE = "AES256";

/** The encryption of objects that are written without one of their own. */
export const encryption = operationsOf({
  kind: "encryption",
  stored: z.object({ algorithm: z.literal(BY_STORE) }),
  read(body) {
    const rule = body.name === "ServerSideEncryptionConfiguration" ? childOf(body, "Rule") : undefined;
    const chosen = rule && childOf(rule, "ApplyServerSideEncryptionByDefault");
    const algorithm = chosen && textOf(chosen, "SSEAlgorithm")?.trim();
    if (algorithm === undefined)
      throw new S3Error("MalformedXML", "The body must be a ServerSideEncryptionConfiguration with a Rule.");
    if (algorithm.startsWith("aws:")) throw notImplemented(`encryption ${algorithm}`);
    if (algorithm !== BY_STORE) throw new S3Error("MalformedXML", `SSEAlgorithm must be ${BY_STORE}.`);
    return { algorithm: BY_STORE } as const;
  },
  xml: ({ algorithm }) =>
    document("ServerSideEncryptionConfiguration", {
      Rule: { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: algorithm }, BucketKeyEnabled: "true" },
    }),
  absent: ["ServerSideEncryptionConfigurationNotFoundError", "The bucket has no default encryption."],
});

const OWNERSHIP = "BucketOwnerEnforced";
export const publicAccessBlock = operationsOf({
  kind: "publicAccessBlock",
  stored: PublicAccessBlock,
  read(body) {
    if (body.name !== "PublicAccessBlockConfiguration")
      throw new S3Error("MalformedXML", "The body must be a PublicAccessBlockConfiguration.");
    const flag = (name: string) => textOf(body, name)?.trim().toLowerCase() === "true";
    return {
      BlockPublicAcls: flag("BlockPublicAcls"),
      IgnorePublicAcls: flag("IgnorePublicAcls"),
      BlockPublicPolicy: flag("BlockPublicPolicy"),
      RestrictPublicBuckets: flag("RestrictPublicBuckets"),
    };
  },
  xml: (stored) => document("PublicAccessBlockConfiguration", stored),
  absent: ["NoSuchPublicAccessBlockConfiguration", "The bucket has no block of public access."],
});

/** Access lists are off, so the bucket's owner owns every object. */
export async function getOwnership(): Promise<Answer> {
  return { status: 200, xml: document("OwnershipControls", { Rule: { ObjectOwnership: OWNERSHIP } }) };
}

/** Takes the ownership that every bucket has. @throws S3Error for any other */
export async function putOwnership({ request, chunkKey }: BucketCall): Promise<Answer> {
  const body = await readDocument(request, chunkKey);
  const rule = body.name === "OwnershipControls" ? childOf(body, "Rule") : undefined;
  const asked = rule && textOf(rule, "ObjectOwnership")?.trim();
  if (asked === undefined) throw new S3Error("MalformedXML", "The body must be OwnershipControls with a Rule.");
  if (asked !== OWNERSHIP)
    throw new S3Error("InvalidArgument", `Access lists are off: the only ownership is ${OWNERSHIP}.`);
  return { status: 200 };
}

export async function getPolicy({ bucket }: BucketCall): Promise<Answer> {
  if (bucket.policy === null) throw noPolicy();
  return { status: 200, headers: { "content-type": "application/json" }, text: bucket.policy };
}

/** @throws S3Error for a policy that cannot be read, or a public one where the bucket blocks those */
export async function putPolicy({ store, request, bucket, chunkKey }: BucketCall): Promise<Answer> {
  const text = await readText(payloadOf(request, chunkKey));
  const policy = parsePolicy(text, bucket.name);
  const block = PublicAccessBlock.optional().parse(await readConfiguration(store.sql, bucket, "publicAccessBlock"));
  if (block?.BlockPublicPolicy === true && isPublic(policy))
    throw new S3Error("AccessDenied", "The bucket blocks public policies; change its public access block first.");
  await store.change(bucket, (sql) => putConfiguration(sql, bucket, "policy", { text }));
  return { status: 204 };
}

export const removePolicy = removal("policy");

/** A bucket is public by its policy or by its setting. */
export async function getPolicyStatus({ bucket }: BucketCall): Promise<Answer> {
  const byPolicy = bucket.policy !== null && isPublic(parsePolicy(bucket.policy, bucket.name));
  return { status: 200, xml: document("PolicyStatus", { IsPublic: bucket.isPublic || byPolicy }) };
}

function noPolicy(): S3Error {
  return new S3Error("NoSuchBucketPolicy", "The bucket has no policy.");
}

/** A bucket that never had versioning has an empty answer, like S3. */
export async function getVersioning({ bucket }: BucketCall): Promise<Answer> {
  return { status: 200, xml: document("VersioningConfiguration", { Status: bucket.versioning ?? undefined }) };
}

export async function putVersioningOf({ store, request, bucket, chunkKey }: BucketCall): Promise<Answer> {
  const body = await readDocument(request, chunkKey);
  const status = textOf(body, "Status")?.trim();
  if (body.name !== "VersioningConfiguration" || (status !== "Enabled" && status !== "Suspended"))
    throw new S3Error(
      "IllegalVersioningConfigurationException",
      "The body must be a VersioningConfiguration with the Status Enabled or Suspended.",
    );
  if (textOf(body, "MfaDelete")?.trim() === "Enabled")
    throw new S3Error("AccessDenied", "MFA delete is not supported; leave it out, or use object lock.");
  if (!(await store.change(bucket, (sql) => putVersioning(sql, bucket, status))))
    throw new S3Error("InvalidBucketState", "The bucket has object lock, so its versioning cannot be suspended.");
  return { status: 200 };
}

export async function getLockConfiguration({ bucket }: BucketCall): Promise<Answer> {
  if (!bucket.lockEnabled)
    throw new S3Error("ObjectLockConfigurationNotFoundError", "The bucket was created without object lock.");
  const { mode, days, years } = bucket.defaultRetention ?? {};
  const rule = mode && {
    DefaultRetention: { Mode: mode, ...(days == null ? { Years: years ?? 0 } : { Days: days }) },
  };
  return { status: 200, xml: document("ObjectLockConfiguration", { ObjectLockEnabled: "Enabled", Rule: rule }) };
}

export async function putLockConfigurationOf({ store, request, bucket, chunkKey }: BucketCall): Promise<Answer> {
  const retention = defaultRetentionIn(await readDocument(request, chunkKey));
  if (!(await store.change(bucket, (sql) => putLockConfiguration(sql, bucket, retention))))
    throw new S3Error("InvalidBucketState", "Object lock needs a bucket with versioning; turn versioning on first.");
  return { status: 200 };
}

function defaultRetentionIn(body: XmlElement): DefaultRetention | null {
  if (body.name !== "ObjectLockConfiguration" || textOf(body, "ObjectLockEnabled")?.trim() !== "Enabled")
    throw new S3Error("MalformedXML", "The body must be an ObjectLockConfiguration with ObjectLockEnabled.");
  const rule = childOf(body, "Rule");
  if (rule === undefined) return null;
  const retention = childOf(rule, "DefaultRetention");
  const mode = retention && textOf(retention, "Mode")?.trim();
  if (retention === undefined || (mode !== "GOVERNANCE" && mode !== "COMPLIANCE"))
    throw new S3Error("MalformedXML", "A default retention must have a mode, GOVERNANCE or COMPLIANCE.");
  const [days, years] = [textOf(retention, "Days")?.trim(), textOf(retention, "Years")?.trim()];
  if ((days === undefined) === (years === undefined))
    throw new S3Error("MalformedXML", "A default retention must have either Days or Years.");
  const count = Number(days ?? years);
  if (!Number.isInteger(count) || count < 1 || count > (days === undefined ? 100 : 36_500))
    throw new S3Error("InvalidRetentionPeriod", "A default retention must be 1 to 36500 days, or 1 to 100 years.");
  return { mode, days: days === undefined ? null : count, years: years === undefined ? null : count };
}

/** Takes the access list that the bucket has, as `getAcl` answers it. @throws S3Error for any other */
export async function putAcl({ request, bucket, chunkKey }: BucketCall): Promise<Answer> {
  refuseAcl(request);
  const text = await readText(payloadOf(request, chunkKey));
  if (text.trim() !== "" && !isAclOf(bucket, readXml(text))) throw aclNotSupported();
  return { status: 200 };
}

/** Whether a list gives nobody but the owner anything, or everyone what a public bucket does. */
function isAclOf({ workspaceId, isPublic }: BucketCall["bucket"], body: XmlElement): boolean {
  const list = childOf(body, "AccessControlList");
  if (body.name !== "AccessControlPolicy" || list === undefined) return false;
  return list.children.every((grant) => {
    const grantee = childOf(grant, "Grantee");
    if (grant.name !== "Grant" || grantee === undefined) return false;
    if (textOf(grantee, "ID")?.trim() === String(workspaceId)) return true;
    return isPublic && textOf(grantee, "URI")?.trim() === EVERYONE && textOf(grant, "Permission")?.trim() === "READ";
  });
}

/** A configuration that no bucket has. @param element the name and the content of the answer */
export function fixed(name: string, content: XmlChildren): () => Promise<Answer> {
  return () => Promise.resolve({ status: 200, xml: document(name, content) });
}

/** A configuration that no bucket has, for which S3 answers 404. */
export function absent(code: S3ErrorCode, sentence: string): () => Promise<Answer> {
  return () => Promise.reject(new S3Error(code, sentence));
}
