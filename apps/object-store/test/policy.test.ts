// Bucket policies over S3: what they give to keys and everyone, and what they take away.
import {
  CopyObjectCommand,
  DeleteBucketPolicyCommand,
  DeleteObjectsCommand,
  DeletePublicAccessBlockCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  PutPublicAccessBlockCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { signedSender } from "./signed-send.ts";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, credentials, s3 } = await storeOfFile();
const send = signedSender(fixture, credentials);

async function bucketWith(...statements: object[]): Promise<string> {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "hello" }));
  await s3.send(new PutObjectCommand({ Bucket, Key: "private/a", Body: "secret" }));
  if (statements.length > 0) await setPolicy(Bucket, ...statements);
  return Bucket;
}

async function setPolicy(Bucket: string, ...statements: object[]) {
  const Statement = statements.map((each) => ({
    ...{ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: `arn:aws:s3:::${Bucket}/*` },
    ...each,
  }));
  await s3.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Version: "2012-10-17", Statement }) }));
}

async function status(path: string, init?: RequestInit): Promise<number> {
  return (await fetch(`${fixture.endpoint}${path}`, init)).status;
}

test("everyone reads what a policy allows everyone, and changes nothing", async () => {
  const Bucket = await bucketWith({});
  await setPolicy(Bucket, { Action: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"] });
  expect(await status(`/${Bucket}/a`)).toBe(200);
  expect(await status(`/${fixture.tenant.workspaceId}:${Bucket}/a`)).toBe(200);
  expect(await status(`/${Bucket}?list-type=2`)).toBe(403);
  expect(await status(`/${Bucket}/new`, { method: "PUT", body: "x" })).toBe(403);
  expect(await status(`/${Bucket}/a`, { method: "DELETE" })).toBe(403);
  await setPolicy(Bucket, { Action: "s3:ListBucket", Resource: `arn:aws:s3:::${Bucket}` });
  expect(await status(`/${Bucket}?list-type=2`)).toBe(200);
  expect(await status(`/${Bucket}/a`)).toBe(403);
  expect((await s3.send(new GetBucketPolicyStatusCommand({ Bucket }))).PolicyStatus?.IsPublic).toBe(true);
  await s3.send(new DeleteBucketPolicyCommand({ Bucket }));
  expect(await status(`/${Bucket}?list-type=2`)).toBe(403);
});

test("a denial takes from the workspace's own keys, but not the policy itself", async () => {
  const Bucket = await bucketWith();
  await setPolicy(Bucket, {
    Effect: "Deny",
    Action: "s3:*",
    Resource: [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/private/*`],
  });
  const get = (Key: string) => s3.send(new GetObjectCommand({ Bucket, Key }));
  expect(await refusal(get("private/a"))).toBe("403 AccessDenied");
  expect(await refusal(s3.send(new ListObjectsV2Command({ Bucket })))).toBe("403 AccessDenied");
  await get("a");
  expect((await s3.send(new GetBucketPolicyCommand({ Bucket }))).Policy).toContain("Deny");
  await s3.send(new DeleteBucketPolicyCommand({ Bucket }));
  await get("private/a");
});

test("a key for other buckets uses a bucket whose policy names it, and only so far", async () => {
  const Bucket = await bucketWith();
  const elsewhere = await fixture.bucket();
  const credentials = await fixture.key({ bucket_names: [elsewhere], permission: "read" });
  const other = fixture.client(credentials);
  const get = () => other.send(new GetObjectCommand({ Bucket, Key: "a" }));
  expect(await refusal(get())).toBe("403 AccessDenied");
  await setPolicy(Bucket, { Principal: { AWS: credentials.accessKeyId }, Action: ["s3:GetObject", "s3:PutObject"] });
  await get();
  await other.send(new PutObjectCommand({ Bucket, Key: "b", Body: "theirs" }));
  // Tags and retention are rights of their own.
  expect(await refusal(other.send(new PutObjectCommand({ Bucket, Key: "b", Tagging: "a=b" })))).toBe(
    "403 AccessDenied",
  );
  expect(await refusal(other.send(new ListObjectsV2Command({ Bucket })))).toBe("403 AccessDenied");
  expect(await status(`/${Bucket}/a`)).toBe(403);
});

test("addresses narrow a policy", async () => {
  const condition = (range: string) => ({ Condition: { IpAddress: { "aws:SourceIp": range } } });
  const Bucket = await bucketWith();
  await setPolicy(Bucket, condition("192.0.2.0/24"));
  expect(await status(`/${Bucket}/a`)).toBe(403);
  await setPolicy(Bucket, condition("127.0.0.0/8"));
  expect(await status(`/${Bucket}/a`)).toBe(200);
});

test("a block of public access refuses public policies, and stops those there are", async () => {
  const Bucket = await bucketWith();
  await setPolicy(Bucket, {});
  const block = (PublicAccessBlockConfiguration: object) =>
    s3.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
  await block({ RestrictPublicBuckets: true });
  expect(await status(`/${Bucket}/a`)).toBe(403);
  await block({ BlockPublicPolicy: true });
  expect(await status(`/${Bucket}/a`)).toBe(200);
  expect(await refusal(setPolicy(Bucket, {}))).toBe("403 AccessDenied");
  const from = (...ranges: string[]) => ({ Condition: { IpAddress: { "aws:SourceIp": ranges } } });
  expect(await refusal(setPolicy(Bucket, from("0.0.0.0/1", "128.0.0.0/1")))).toBe("403 AccessDenied");
  await setPolicy(Bucket, from("127.0.0.0/8"));
});

test("what cannot be evaluated is refused, and the former policy stays", async () => {
  const Bucket = await bucketWith();
  await setPolicy(Bucket, {});
  expect(await refusal(setPolicy(Bucket, { Resource: "arn:aws:s3:::other/*" }))).toBe("400 MalformedPolicy");
  expect(await status(`/${Bucket}/a`)).toBe(200);
});

test.each(["read", "write"] as const)("a key that may only %s gives itself no right", async (permission) => {
  const Bucket = await bucketWith({});
  const client = fixture.client(await fixture.key({ permission }));
  const Rules = [{ Status: "Enabled" as const, Filter: { Prefix: "" }, Expiration: { Days: 1 } }];
  const sent = [
    client.send(new PutBucketPolicyCommand({ Bucket, Policy: "{}" })),
    client.send(new DeleteBucketPolicyCommand({ Bucket })),
    client.send(new DeletePublicAccessBlockCommand({ Bucket })),
    client.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: {} })),
    client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } })),
  ];
  expect(await Promise.all(sent.map(refusal))).toEqual(sent.map(() => "403 AccessDenied"));
});

test("conditions compare the tags that an object has", async () => {
  const Bucket = await bucketWith();
  const put = (Key: string, Tagging: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body: Key, Tagging }));
  await put("open", "access=public&team=a");
  await put("closed", "access=private");
  const condition = { StringEquals: { "s3:ExistingObjectTag/access": "public" } };
  await setPolicy(Bucket, { Action: ["s3:GetObject", "s3:GetObjectTagging"], Condition: condition });
  expect(await status(`/${Bucket}/open`)).toBe(200);
  expect(await status(`/${Bucket}/open?tagging`)).toBe(200);
  for (const key of ["closed", "a", "absent"]) expect(await status(`/${Bucket}/${key}`), key).toBe(403);

  const secret = { StringEquals: { "s3:ExistingObjectTag/access": "private" } };
  await setPolicy(Bucket, { Effect: "Deny", Action: "s3:*", Condition: secret });
  expect(await refusal(s3.send(new GetObjectCommand({ Bucket, Key: "closed" })))).toBe("403 AccessDenied");
  const copy = new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/closed` });
  expect(await refusal(s3.send(copy))).toBe("403 AccessDenied");
  const retag = { Bucket, Key: "closed", Tagging: { TagSet: [] } };
  expect(await refusal(s3.send(new PutObjectTaggingCommand(retag)))).toBe("403 AccessDenied");
  await s3.send(new GetObjectCommand({ Bucket, Key: "open" }));
  expect(await refusal(setPolicy(Bucket, { Action: "s3:PutObject", Condition: condition }))).toBe(
    "400 MalformedPolicy",
  );
});

describe("a policy of more patterns than are compared with one request", () => {
  const heavy = { Condition: { StringLike: { "aws:UserAgent": Array<string>(2_500).fill("*b*") } } };

  test("allows nobody anything, and its owner can replace it", async () => {
    const Bucket = await bucketWith();
    await setPolicy(Bucket, heavy);
    const visit = async (agent: string) =>
      (await fetch(`${fixture.endpoint}/${Bucket}/a`, { headers: { "user-agent": agent } })).text();
    expect(await visit("a".repeat(1_000))).toContain("more patterns than are compared with one request");
    expect(await visit("b")).toBe("hello");
    await setPolicy(Bucket, { ...heavy, Effect: "Deny", Action: "s3:*", Resource: [`arn:aws:s3:::${Bucket}*`] });
    const headers = { "user-agent": "a".repeat(1_000) };
    expect(await send("GET", `/${Bucket}/a`, { headers })).toBe("403 AccessDenied");
    expect(await send("DELETE", `/${Bucket}?policy`, { headers })).toBe("204");
    expect(await send("GET", `/${Bucket}/a`, { headers })).toBe("200 hello");
  });

  test("leaves those of a thousand keys that it does not reach", async () => {
    const Bucket = await bucketWith();
    const Resource = Array.from({ length: 300 }, (_, index) => `arn:aws:s3:::${Bucket}/kept-${index}-*`);
    await setPolicy(Bucket, { Effect: "Deny", Action: "s3:DeleteObject", Resource });
    const Objects = Array.from({ length: 1_000 }, (_, index) => ({ Key: `kept-${index}-a` }));
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Errors.map(({ Code }) => Code)).toEqual(Array(300).fill("AccessDenied"));
    const long = Array<string>(400).fill("arn:aws:s3:::*/*bb*");
    await setPolicy(Bucket, { Effect: "Deny", Action: "s3:DeleteObject", Resource: long });
    const Keys = [{ Key: "short" }, { Key: "a".repeat(1_000) }];
    const denied = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: Keys } }));
    expect(denied.Deleted?.map(({ Key }) => Key)).toEqual(["short"]);
    expect(denied.Errors?.[0]?.Message).toContain("more patterns than are compared with one request");
  });
});

test("many conditions on the tags of a request read its header once", async () => {
  const Bucket = await bucketWith();
  const tags = Array.from({ length: 100 }, (_, index) => [`s3:RequestObjectTag/tag${index}`, "wanted"]);
  await setPolicy(Bucket, { Condition: { StringEqualsIfExists: Object.fromEntries(tags) } });
  const visit = (tagging: string) =>
    fetch(`${fixture.endpoint}/${Bucket}/a`, { headers: { "x-amz-tagging": tagging } });
  expect([(await visit("tag1=wanted&tag99=wanted")).status, (await visit("tag1=wanted&tag99=other")).status]).toEqual([
    200, 403,
  ]);
});
