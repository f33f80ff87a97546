import { z } from "zod";
import type { BucketSettings, ObjectStoragePort, StorageKey, StorageReport } from "../ports/object-storage-port.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { bucketPolicy } from "./bucket-policy.ts";
import { isRefusal, RgwClient, RgwRefusal } from "./signed-request.ts";

export interface RgwOptions {
  /** The endpoint of S3 clients. */
  readonly endpoint: string;
  /** Where the Admin Ops API is, which may be kept from the clients' network. */
  readonly adminEndpoint: string;
  /** A user with the capabilities `users=*;buckets=*;metadata=read;usage=read`. */
  readonly admin: StorageKey;
  /** Begins the id of each user that is made. */
  readonly userPrefix: string;
}

const User = z.object({
  max_buckets: z.int(),
  keys: z.array(z.object({ access_key: z.string(), secret_key: z.string() })),
});
const Users = z.object({ keys: z.array(z.string()), truncated: z.string().optional(), marker: z.string().optional() });
const Count = z.object({ size: z.number().default(0), num_objects: z.number().default(0) });
const Buckets = z.array(
  z.union([z.string(), z.object({ bucket: z.string(), usage: z.record(z.string(), Count).default({}) })]),
);
const Usage = z.object({
  entries: z.array(
    z.object({
      buckets: z.array(
        z.object({
          bucket: z.string(),
          epoch: z.number(),
          categories: z.array(z.object({ category: z.string(), bytes_sent: z.number() })),
        }),
      ),
    }),
  ),
});

/** The category of objects; others are of incomplete uploads. */
const OBJECTS = "rgw.main";
/** The category of transfers that are objects' bytes. */
const READS = "get_obj";
const LISTED = 1_000;
/** A user without a limit of its own, and one that may own no bucket (Ceph: Admin Ops, Create user). */
const ANY_NUMBER = 0;
const NONE = -1;

/** A region on a Ceph RADOS Gateway, by its Admin Ops API and, for buckets, by S3 as their owner. */
export function rgwStorage({ endpoint, adminEndpoint, admin: adminKey, userPrefix }: RgwOptions): ObjectStoragePort {
  const admin = new RgwClient(adminEndpoint, adminKey);
  const ask = async <Value>(
    schema: z.ZodType<Value>,
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => parsed(schema, (await admin.send({ method: "GET", path: `/admin/${path}`, query }, signal)).text);
  const ensure = async (
    userId: string,
    { accessKeyId, secretAccessKey }: StorageKey,
    maxBuckets: number,
    signal: AbortSignal,
  ) => {
    requirePrefix(userId, userPrefix);
    const key = { "access-key": accessKeyId, "secret-key": secretAccessKey };
    const user = await unless(["NoSuchUser"], ask(User, "user", { uid: userId }, signal));
    if (user === undefined) {
      const query = { uid: userId, "display-name": userId, "max-buckets": String(maxBuckets), ...key };
      await admin.send({ method: "PUT", path: "/admin/user", query }, signal);
      return;
    }
    const has = user.keys.some((each) => each.access_key === accessKeyId && each.secret_key === secretAccessKey);
    if (!has)
      await admin.send(
        { method: "PUT", path: "/admin/user", query: { key: "", uid: userId, "key-type": "s3", ...key } },
        signal,
      );
    for (const { access_key } of user.keys)
      if (access_key !== accessKeyId)
        await admin.send(
          { method: "DELETE", path: "/admin/user", query: { key: "", "access-key": access_key } },
          signal,
        );
  };
  return {
    async inspect(signal): Promise<StorageReport> {
      await new RgwClient(endpoint, adminKey).send({ method: "GET", path: "/" }, signal);
      await ask(Users, "metadata/user", { "max-entries": "1" }, signal);
      await ask(Usage, "usage", { uid: userPrefix, "show-summary": "false" }, signal);
      // The gateway tells nobody its version.
      return { server: "Ceph RADOS Gateway", unsupported: LACKS };
    },
    async listUsers(signal) {
      const users: string[] = [];
      for (let marker: string | undefined = ""; marker !== undefined; ) {
        const query = { "max-entries": String(LISTED), ...(marker !== "" && { marker }) };
        const page: z.infer<typeof Users> = await ask(Users, "metadata/user", query, signal);
        users.push(...page.keys.filter((id) => id.startsWith(userPrefix)));
        marker = page.truncated === "true" ? page.marker : undefined;
      }
      return users;
    },
    ensureOwner: ({ userId, ...key }, signal) => ensure(userId, key, ANY_NUMBER, signal),
    ensureUser: (userId, key, signal) => ensure(userId, key, NONE, signal),
    async removeUser(userId, signal) {
      requirePrefix(userId, userPrefix);
      await unless(
        ["NoSuchUser"],
        admin.send({ method: "DELETE", path: "/admin/user", query: { uid: userId } }, signal),
      );
    },
    async createBucket(owner, name, { objectLock }, signal) {
      const headers: Record<string, string> = objectLock ? { "x-amz-bucket-object-lock-enabled": "true" } : {};
      const sent = new RgwClient(endpoint, owner).send({ method: "PUT", path: `/${name}`, headers }, signal);
      return (await unless(["BucketAlreadyExists"], sent)) === undefined ? "taken" : "made";
    },
    async configureBucket(owner, name, settings, signal) {
      const client = new RgwClient(endpoint, owner);
      for (const [part, body] of documentsOf(owner.userId, name, settings))
        await client.send({ method: "PUT", path: `/${name}`, query: { [part]: "" }, body }, signal);
      const { quotaBytes } = settings;
      // The gateway counts in KiB.
      const limit = quotaBytes === null ? "-1" : String(Math.ceil(quotaBytes / 1024));
      const query = {
        quota: "",
        uid: owner.userId,
        bucket: name,
        "max-size-kb": limit,
        enabled: String(quotaBytes !== null),
      };
      await admin.send({ method: "PUT", path: "/admin/bucket", query }, signal);
    },
    async removeBucket(owner, name, signal) {
      const sent = new RgwClient(endpoint, owner).send({ method: "DELETE", path: `/${name}` }, signal);
      try {
        await unless(["NoSuchBucket", "AccessDenied"], sent);
      } catch (error) {
        if (isRefusal(error, "BucketNotEmpty"))
          throw new ProviderError("bucket_not_empty", "The bucket is not empty.", { retryable: false, cause: error });
        throw error;
      }
    },
    async contents(userId, signal) {
      const buckets = await ask(Buckets, "bucket", { uid: userId, stats: "true" }, signal);
      return buckets.flatMap((bucket) => {
        if (typeof bucket === "string") return [];
        const { num_objects: objects, size: bytes } = bucket.usage[OBJECTS] ?? { num_objects: 0, size: 0 };
        return [{ bucketName: bucket.bucket, objects, bytes }];
      });
    },
    async transfers(userId, since, signal) {
      const start = since.toISOString().slice(0, 19).replace("T", " ");
      const { entries } = await ask(Usage, "usage", { uid: userId, start, "show-summary": "false" }, signal);
      return entries.flatMap(({ buckets }) =>
        buckets.map(({ bucket: bucketName, epoch, categories }) => ({
          bucketName,
          hour: new Date(epoch * 1000),
          bytes: sum(categories.flatMap(({ category, bytes_sent }) => (category === READS ? [bytes_sent] : []))),
        })),
      );
    },
  };
}

/** Features that Ceph 16 to 18 lack, or that this adapter leaves to S3 clients. */
const LACKS: StorageReport["unsupported"] = [
  "buckets_over_s3",
  "bucket_policies",
  "conditional_writes",
  "default_encryption",
  "urls_end_with_signer",
  "unsigned_trailers",
  "transfer_by_reader",
];

/** The documents of a bucket's configuration, by the parameter that names each. */
function documentsOf(
  ownerId: string,
  name: string,
  settings: BucketSettings,
): readonly (readonly [part: string, body: string])[] {
  const { versioning, objectLock, defaultRetention } = settings;
  return [
    // The policy alone decides who reads. To block public access lists would refuse every upload (Ceph 16).
    [
      "publicAccessBlock",
      "<PublicAccessBlockConfiguration><BlockPublicAcls>false</BlockPublicAcls>" +
        "<IgnorePublicAcls>true</IgnorePublicAcls><BlockPublicPolicy>false</BlockPublicPolicy>" +
        "<RestrictPublicBuckets>false</RestrictPublicBuckets></PublicAccessBlockConfiguration>",
    ],
    ["policy", bucketPolicy(ownerId, name, settings)],
    ...(versioning === null
      ? []
      : [["versioning", `<VersioningConfiguration><Status>${versioning}</Status></VersioningConfiguration>`] as const]),
    ...(objectLock ? [["object-lock", objectLockOf(defaultRetention)] as const] : []),
  ];
}

/** Without a rule, objects are retained one by one. */
function objectLockOf(retention: BucketSettings["defaultRetention"]): string {
  const { mode, days, years } = retention ?? {};
  const period = days === undefined ? `<Years>${years}</Years>` : `<Days>${days}</Days>`;
  const rule = `<Rule><DefaultRetention><Mode>${mode}</Mode>${period}</DefaultRetention></Rule>`;
  return (
    "<ObjectLockConfiguration>" +
    `<ObjectLockEnabled>Enabled</ObjectLockEnabled>${retention === null ? "" : rule}</ObjectLockConfiguration>`
  );
}

/** Refuses an id that is not ours, so that no mistake reaches another's user. */
function requirePrefix(userId: string, prefix: string): void {
  if (!userId.startsWith(prefix)) throw new Error(`the user ${userId} is not of this installation`);
}

/** The answer, or undefined if the server refused for one of these reasons. */
async function unless<Value>(reasons: readonly string[], sent: Promise<Value>): Promise<Value | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (isRefusal(error, ...reasons)) return undefined;
    throw error;
  }
}

/** @throws RgwRefusal for an answer of another form, such as that of a server that is no gateway */
function parsed<Value>(schema: z.ZodType<Value>, text: string): Value {
  const value = schema.safeParse(jsonOf(text));
  if (value.success) return value.data;
  throw new RgwRefusal(200, `an answer of another form: ${z.prettifyError(value.error)}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
