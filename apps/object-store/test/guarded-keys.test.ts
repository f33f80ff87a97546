// A guard of a token holds the access keys that it made before, from the next request on (docs/adr/0077).
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { ALL_SCOPES } from "@fulmar/contract";
import type { Credentials } from "@fulmar/core";
import { beforeAll, describe, expect, test } from "vitest";
import { credentialFixture, HERE } from "./credential-fixture.ts";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture } = await storeOfFile({ environment: { FULMAR_TRUSTED_PROXIES: "127.0.0.1" } });

let world: Awaited<ReturnType<typeof credentialFixture>>;
let owner: Credentials;
/** Another key of the workspace, which nothing holds. */
let free: S3Client;
beforeAll(async () => {
  world = await credentialFixture(fixture);
  owner = (await world.user("owner")).credentials;
  free = await keyOf(owner);
});

async function keyOf(maker: Credentials): Promise<S3Client> {
  const made = await world.run(maker, "accessKey.create", { name: crypto.randomUUID(), permission: "read_write" });
  const { access_key_id: accessKeyId = "", secret_access_key: secretAccessKey = "" } = made;
  return world.clientFrom(HERE, { accessKeyId, secretAccessKey });
}

/** A token and a key that it has made. `hold` changes what holds the token, as a person does. */
async function tokenAndKey() {
  const token = await world.token(owner, ALL_SCOPES);
  if (token === undefined) throw new Error("an owner was refused a token");
  const { token_id } = await world.run(token, "token.get", {});
  const hold = (change: object) => world.run(owner, "apiToken.update", { token_id, ...change });
  return { token, hold, key: await keyOf(token) };
}

const DENIED = "403 AccessDenied";
const DONE = "no refusal";

/** A bucket with an object that is not to be lost. */
async function treasure() {
  const Bucket = (await world.run(owner, "bucket.create", { name: `b-${crypto.randomUUID()}`, region: "eu-central-1" }))
    .name as string;
  await free.send(new PutObjectCommand({ Bucket, Key: "kept", Body: "treasure" }));
  return { Bucket, Key: "kept" };
}

type Place = Awaited<ReturnType<typeof treasure>>;

/** Everything by which an object is lost. */
async function attacks(s3: S3Client, { Bucket, Key }: Place): Promise<Record<string, string>> {
  const source = `${Bucket}/${Key}`;
  const each = {
    delete: s3.send(new DeleteObjectCommand({ Bucket, Key })),
    "delete many": s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } })),
    replace: s3.send(new PutObjectCommand({ Bucket, Key, Body: "rubbish" })),
    "replace what has this ETag": s3.send(new PutObjectCommand({ Bucket, Key, Body: "rubbish", IfMatch: "*" })),
    "copy onto": s3.send(new CopyObjectCommand({ Bucket, Key, CopySource: source, MetadataDirective: "REPLACE" })),
    "begin an upload": s3.send(new CreateMultipartUploadCommand({ Bucket, Key })),
    tag: s3.send(new PutObjectTaggingCommand({ Bucket, Key, Tagging: { TagSet: [{ Key: "x", Value: "y" }] } })),
    versioning: s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Suspended" } })),
    bucket: s3.send(new CreateBucketCommand({ Bucket: `b-${crypto.randomUUID()}` })),
  };
  const answers = await Promise.all(Object.entries(each).map(async ([name, sent]) => [name, await refusal(sent)]));
  return Object.fromEntries(answers);
}

const textOf = async ({ Bucket, Key }: Place) =>
  (await free.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
const add = (s3: S3Client, { Bucket }: Place) =>
  refusal(s3.send(new PutObjectCommand({ Bucket, Key: crypto.randomUUID(), Body: "new" })));
const read = (s3: S3Client, { Bucket, Key }: Place) =>
  Promise.all([
    refusal(s3.send(new GetObjectCommand({ Bucket, Key }))),
    refusal(s3.send(new ListObjectsV2Command({ Bucket }))),
  ]);

describe.each([
  [{ guard: "approve_destructive" }, DONE],
  [{ guard: "approve_all" }, DENIED],
  [{ guard: "plan_only" }, DENIED],
  [{ max_deletions_per_hour: 5 }, DONE],
])("a key of a token that gets %o", (change, adds) => {
  test("loses no object, and can do what it could when nothing holds the token any more", async () => {
    const place = await treasure();
    const { key, hold } = await tokenAndKey();
    expect(await add(key, place)).toBe(DONE);
    await hold(change);
    const answers = await attacks(key, place);
    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, DENIED])));
    expect(await textOf(place)).toBe("treasure");
    expect(await read(key, place)).toEqual([DONE, DONE]);
    expect(await add(key, place)).toBe(adds);

    await hold({ guard: "none", max_deletions_per_hour: null });
    expect(await refusal(key.send(new DeleteObjectCommand(place)))).toBe(DONE);
  });
});

test("a policy of the bucket does not loosen a hold", async () => {
  const place = await treasure();
  const { Bucket } = place;
  const { key, hold } = await tokenAndKey();
  const { accessKeyId: AWS } = await key.config.credentials();
  const Resource = `arn:aws:s3:::${Bucket}/*`;
  const Statement = [{ Effect: "Allow", Principal: { AWS }, Action: "s3:*", Resource }];
  const Policy = JSON.stringify({ Version: "2012-10-17", Statement });
  await free.send(new PutBucketPolicyCommand({ Bucket, Policy }));
  await hold({ guard: "approve_destructive" });
  expect(await refusal(key.send(new DeleteObjectCommand(place)))).toBe(DENIED);
  expect(await textOf(place)).toBe("treasure");
});

test("a held key adds nothing where versioning is suspended, because that can replace the version null", async () => {
  const place = await treasure();
  const { Bucket } = place;
  const { key, hold } = await tokenAndKey();
  await hold({ guard: "approve_destructive" });
  for (const Status of ["Enabled", "Suspended"] as const) {
    await free.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
    expect(await add(key, place)).toBe(Status === "Enabled" ? DONE : DENIED);
  }
});

test("a held key completes no upload that it had begun", async () => {
  const { Bucket, Key } = await treasure();
  const { key, hold } = await tokenAndKey();
  const { UploadId } = await key.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const part = { Bucket, Key, UploadId, PartNumber: 1 };
  const { ETag } = await key.send(new UploadPartCommand({ ...part, Body: "rubbish" }));
  await hold({ guard: "approve_destructive" });
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  const completed = key.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
  expect(await refusal(completed)).toBe(DENIED);
  expect(await textOf({ Bucket, Key })).toBe("treasure");
});

test("a refused replacement says why, and a condition of the client's own is answered as such", async () => {
  const place = await treasure();
  const { key, hold } = await tokenAndKey();
  await hold({ guard: "approve_destructive" });
  await expect(key.send(new PutObjectCommand({ ...place, Body: "rubbish" }))).rejects.toThrow(
    "A guard or ceilings hold the token that this comes of, so it may only read objects and add new ones, in one " +
      "request each; send the request to the API, where a person can approve it, or use a key that a person made.",
  );
  const conditional = new PutObjectCommand({ ...place, Body: "rubbish", IfNoneMatch: "*" });
  expect(await refusal(key.send(conditional))).toBe("412 PreconditionFailed");
});

test("a URL of an upload does not outlive its token's becoming plan_only", async () => {
  const { Bucket } = await treasure();
  const { token, hold } = await tokenAndKey();
  const put = async (object_key: string) => {
    const { url = "" } = await world.run(token, "object.createUploadUrl", { bucket_name: Bucket, object_key });
    return () => fetch(url, { method: "PUT", body: "x", headers: { "x-forwarded-for": HERE } });
  };
  const [one, other] = [await put("one"), await put("other")];
  expect((await one()).status).toBe(200);
  await hold({ guard: "plan_only" });
  expect((await other()).status).toBe(403);
});
