// Bytes that the object store sends are counted for the hour, by bucket; packages/core/test/billing/transfers.test.ts
// charges them.
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { storeOfFile } from "./store-fixture.ts";

const MEGABYTE = 1_048_576;
const { fixture, s3 } = await storeOfFile();

/** The bytes counted for a bucket. They are written a moment after they were sent. */
async function transferOf(bucket: string): Promise<number> {
  const { rows } = await fixture.database.pool.query<{ bytes: string }>(
    "SELECT coalesce(sum(bytes), 0) AS bytes FROM transfer WHERE resource_type = 'bucket' AND resource_id = $1",
    [bucket],
  );
  return Number(rows[0]?.bytes);
}

test("objects that are sent count as the bucket's transfer, with ranges, public visitors and URLs", async () => {
  const [bucket, other] = [await fixture.bucket(), await fixture.bucket()];
  const body = Buffer.alloc(3 * MEGABYTE, "x");
  for (const Bucket of [bucket, other]) await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: body }));
  const read = async (more: object = {}) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: "a", ...more }));
    return Body?.transformToByteArray();
  };
  await read();
  await read({ Range: "bytes=0-99" });
  await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: "a" }));
  await expect.poll(() => transferOf(bucket)).toBe(3 * MEGABYTE + 100);
  await fixture.api("bucket.update", { bucket_name: bucket, is_public: true });
  const visited = await fetch(`${fixture.endpoint}/${fixture.tenant.workspaceId}:${bucket}/a`);
  expect((await visited.arrayBuffer()).byteLength).toBe(3 * MEGABYTE);
  await expect.poll(() => transferOf(bucket)).toBe(6 * MEGABYTE + 100);
  expect(await transferOf(other)).toBe(0);
});

test("a visitor who leaves is charged for what was sent", async () => {
  const bucket = await fixture.bucket({ is_public: true });
  const size = 64 * MEGABYTE;
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: "a", Body: Buffer.alloc(size) }));
  const leaving = new AbortController();
  const answer = await fetch(`${fixture.endpoint}/${fixture.tenant.workspaceId}:${bucket}/a`, {
    signal: leaving.signal,
  });
  await answer.body?.getReader().read();
  leaving.abort();
  await expect.poll(() => transferOf(bucket)).toBeGreaterThan(0);
  expect(await transferOf(bucket)).toBeLessThan(size);
});
