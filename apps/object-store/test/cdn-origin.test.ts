// Edges of the CDN read a bucket by a key of their own, for as long as the CDN serves it.
import {
  DeleteObjectCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { cdnKey } from "@fulmar/core/s3-signing";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

/** A bucket with an object, and a client with the CDN's key for it. */
async function unserved() {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "hello" }));
  const { rows } = await fixture.database.pool.query<{ bucket_id: string }>(
    "SELECT bucket_id FROM bucket WHERE name = $1",
    [Bucket],
  );
  const secret = fixture.environment.FULMAR_SECRET;
  const key = cdnKey(secret, { workspaceId: fixture.tenant.workspaceId, bucketId: `${rows[0]?.bucket_id}` });
  return { Bucket, edge: fixture.client(key) };
}

async function served() {
  const made = await unserved();
  const distribution = await fixture.api("cdnDistribution.create", { name: made.Bucket, origin_id: made.Bucket });
  return { ...made, distribution };
}

test("the key reads its own bucket, and does nothing else", async () => {
  const { Bucket, edge } = await served();
  const other = await served();
  const { Body } = await edge.send(new GetObjectCommand({ Bucket, Key: "a" }));
  expect(await Body?.transformToString()).toBe("hello");
  expect(await refusal(edge.send(new PutObjectCommand({ Bucket, Key: "a", Body: "x" })))).toBe("403 AccessDenied");
  expect(await refusal(edge.send(new DeleteObjectCommand({ Bucket, Key: "a" })))).toBe("403 AccessDenied");
  expect(await refusal(edge.send(new GetObjectCommand({ Bucket: other.Bucket, Key: "a" })))).toMatch(/^403 /);
  expect(await refusal(edge.send(new ListBucketsCommand({})))).toMatch(/^403 /);
});

test("the key learns of the objects that it names, and lists nothing", async () => {
  const { Bucket, edge } = await served();
  const head = await edge.send(new HeadObjectCommand({ Bucket, Key: "a" }));
  expect(head.ContentLength).toBe(5);
  expect(await refusal(edge.send(new GetObjectCommand({ Bucket, Key: "absent" })))).toBe("404 NoSuchKey");
  const { VersionId = "null" } = head;
  for (const refused of [
    edge.send(new ListObjectsV2Command({ Bucket })),
    edge.send(new ListObjectsCommand({ Bucket })),
    edge.send(new ListObjectVersionsCommand({ Bucket })),
    edge.send(new HeadBucketCommand({ Bucket })),
    edge.send(new GetBucketLocationCommand({ Bucket })),
    edge.send(new GetObjectTaggingCommand({ Bucket, Key: "a" })),
    edge.send(new GetObjectCommand({ Bucket, Key: "a", VersionId })),
  ])
    expect(await refusal(refused)).toMatch(/^403/);
});

test("the key ends with the distribution", async () => {
  const { Bucket, distribution, edge } = await served();
  await fixture.api("cdnDistribution.delete", { distribution_id: distribution.id });
  expect(await refusal(edge.send(new GetObjectCommand({ Bucket, Key: "a" })))).toMatch(/^403 /);
  expect(await refusal(edge.send(new HeadBucketCommand({ Bucket })))).toMatch(/^403/);
});

test("the key begins with the bucket's first URL on the common domain", async () => {
  const { Bucket, edge } = await unserved();
  const read = () => edge.send(new GetObjectCommand({ Bucket, Key: "a" }));
  expect(await refusal(read())).toMatch(/^403 /);
  await fixture.api("cdnUrl.generate", { bucket_name: Bucket, object_key: "a" });
  expect(await (await read()).Body?.transformToString()).toBe("hello");
});

test("what edges fetch is not counted as the bucket's transfer", async () => {
  const { Bucket, edge } = await served();
  await (await edge.send(new GetObjectCommand({ Bucket, Key: "a" }))).Body?.transformToString();
  await (await s3.send(new GetObjectCommand({ Bucket, Key: "a", Range: "bytes=0-2" }))).Body?.transformToString();
  const counted = async () => {
    const { rows } = await fixture.database.pool.query<{ bytes: string }>(
      "SELECT bytes FROM transfer WHERE resource_id = $1",
      [Bucket],
    );
    return rows.map(({ bytes }) => Number(bytes));
  };
  await expect.poll(counted).toEqual([3]);
});
