import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { NOW, refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

const KILOBYTE = 1_000;
const put = (Bucket: string, Key: string, size: number) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(size) }));
const nameOf = (error: Error) => error.name;
const quota = (bucket_name: string, size_bytes: number | null) =>
  fixture.api("bucketQuota.put", { bucket_name, size_bytes });

test("an upload beyond the quota is refused and leaves nothing; what fits, and a smaller overwrite, is taken", async () => {
  const bucket = await fixture.bucket();
  expect(await quota(bucket, 3 * KILOBYTE)).toEqual({ name: bucket, size_bytes: 3_000, used_bytes: 0 });
  await put(bucket, "one", 2 * KILOBYTE);
  expect(await refusal(put(bucket, "two", 1_001))).toBe("403 QuotaExceeded");
  expect(await refusal(put(bucket, "one", 3_001))).toBe("403 QuotaExceeded");
  await put(bucket, "two", KILOBYTE);
  await put(bucket, "one", 1_500);
  expect(await fixture.api("bucketQuota.get", { bucket_name: bucket })).toMatchObject({ used_bytes: 2_500 });
  const copy = new CopyObjectCommand({ Bucket: bucket, Key: "copy", CopySource: `${bucket}/one` });
  expect(await refusal(s3.send(copy))).toBe("403 QuotaExceeded");
  await fixture.expectTrue(bucket);
  await fixture.expectSwept();
});

test("a quota below what the bucket holds refuses uploads until enough was deleted", async () => {
  const bucket = await fixture.bucket();
  await put(bucket, "large", 5 * KILOBYTE);
  await quota(bucket, KILOBYTE);
  expect(await refusal(put(bucket, "small", 1))).toBe("403 QuotaExceeded");
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: "large" }));
  await put(bucket, "small", 1);
  await quota(bucket, null);
  await put(bucket, "large", 5 * KILOBYTE);
});

test("thirty uploads at once do not pass the quota together", async () => {
  const bucket = await fixture.bucket();
  await quota(bucket, 10 * KILOBYTE);
  const upload = (index: number) => put(bucket, `at-once-${index}`, KILOBYTE).then(() => "taken");
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => upload(index).catch(nameOf)));
  expect(answers.toSorted()).toEqual([...Array(20).fill("QuotaExceeded"), ...Array(10).fill("taken")]);
  expect(await fixture.api("bucketQuota.get", { bucket_name: bucket })).toMatchObject({ used_bytes: 10 * KILOBYTE });
});

describe("parts of an upload", () => {
  const used = async (bucket_name: string) => (await fixture.api("bucketQuota.get", { bucket_name })).used_bytes;
  const begin = async (Bucket: string, Key = "parts") =>
    (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId;
  const send = async (Bucket: string, UploadId: string | undefined, PartNumber: number, size: number) => ({
    PartNumber,
    ...(await s3.send(
      new UploadPartCommand({ Bucket, Key: "parts", UploadId, PartNumber, Body: Buffer.alloc(size, PartNumber) }),
    )),
  });
  /** A bucket with an upload of two parts, of 2 and 3 kilobytes. */
  async function begun() {
    const Bucket = await fixture.bucket();
    const UploadId = await begin(Bucket);
    const parts = [await send(Bucket, UploadId, 1, 2 * KILOBYTE), await send(Bucket, UploadId, 2, 3 * KILOBYTE)];
    return { Bucket, Key: "parts", UploadId, parts };
  }

  test("count for the quota when they are sent, once each, and are shown beside the objects", async () => {
    const Bucket = await fixture.bucket();
    await quota(Bucket, 5 * KILOBYTE);
    await put(Bucket, "object", KILOBYTE);
    const UploadId = await begin(Bucket);
    await send(Bucket, UploadId, 1, 4 * KILOBYTE);
    expect(await refusal(send(Bucket, UploadId, 2, 1))).toBe("403 QuotaExceeded");
    expect(await refusal(put(Bucket, "another", 1))).toBe("403 QuotaExceeded");
    await send(Bucket, UploadId, 1, 3 * KILOBYTE);
    const CopySource = `${Bucket}/object`;
    const copy = { Bucket, Key: "parts", UploadId, CopySource };
    await s3.send(new UploadPartCopyCommand({ ...copy, PartNumber: 2 }));
    expect(await refusal(s3.send(new UploadPartCopyCommand({ ...copy, PartNumber: 3 })))).toBe("403 QuotaExceeded");
    expect(await used(Bucket)).toBe(5 * KILOBYTE);
    const shown = { object_count: 1, total_size: KILOBYTE, parts_size: 4 * KILOBYTE };
    expect(await fixture.api("bucket.get", { bucket_name: Bucket })).toMatchObject(shown);
    await fixture.expectTrue(Bucket);
    await fixture.expectSwept();
  });

  test("become an object without counting twice, also in a full bucket", async () => {
    const { Bucket, Key, UploadId, parts } = await begun();
    await quota(Bucket, 5 * KILOBYTE);
    const [first] = parts;
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: first?.ETag }] };
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    expect(await used(Bucket)).toBe(2 * KILOBYTE);
    expect(await fixture.api("bucket.get", { bucket_name: Bucket })).not.toHaveProperty("parts_size");
    await fixture.expectTrue(Bucket);
  });

  test.each<[how: string, end: (upload: Awaited<ReturnType<typeof begun>>) => Promise<unknown>]>([
    [
      "it is aborted",
      ({ Bucket, Key, UploadId }) => s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
    ],
    [
      "the public API aborts it",
      ({ Bucket, UploadId = "" }) => fixture.api("multipartUpload.abort", { bucket_name: Bucket, upload_id: UploadId }),
    ],
    [
      "its seven days are over",
      async ({ UploadId }) => {
        const expire = "UPDATE multipart_upload SET created_at = now() - interval '8 days' WHERE upload_id = $1";
        await fixture.database.pool.query(expire, [UploadId]);
        await fixture.store.sweep(NOW);
      },
    ],
  ])("count no more when %s", async (_, end) => {
    const upload = await begun();
    expect(await used(upload.Bucket)).toBe(5 * KILOBYTE);
    await end(upload);
    expect(await used(upload.Bucket)).toBe(0);
    await fixture.expectTrue(upload.Bucket);
  });

  test("do not keep their bucket from being deleted", async () => {
    const { Bucket } = await begun();
    await fixture.api("bucket.delete", { bucket_name: Bucket });
    await fixture.expectSwept();
  });

  test("do not pass the quota together, thirty at once", async () => {
    const Bucket = await fixture.bucket();
    await quota(Bucket, 10 * KILOBYTE);
    const UploadId = await begin(Bucket);
    const sent = Array.from({ length: 30 }, (_, index) => send(Bucket, UploadId, index + 1, KILOBYTE));
    const answers = await Promise.all(sent.map((part) => part.then(() => "taken", nameOf)));
    expect(answers.toSorted()).toEqual([...Array(20).fill("QuotaExceeded"), ...Array(10).fill("taken")]);
    expect(await used(Bucket)).toBe(10 * KILOBYTE);
    await fixture.expectTrue(Bucket);
  });

  test("are not completed where the quota is lowered below them, by REST too", async () => {
    const { Bucket, Key, UploadId = "", parts } = await begun();
    const [, { ETag = "" } = {}] = parts;
    const named = { bucket_name: Bucket, upload_id: UploadId, parts: [{ part_number: 2, etag: ETag }] };
    const complete = () => fixture.api("multipartUpload.complete", named);
    await quota(Bucket, 2_999);
    expect(await refusal(complete())).toBe("409 bucket_quota_exceeded");
    const MultipartUpload = { Parts: [{ PartNumber: 2, ETag }] };
    const over = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload });
    expect(await refusal(s3.send(over))).toBe("403 QuotaExceeded");
    await quota(Bucket, 3_000);
    expect(await complete()).toMatchObject({ size: 3_000 });
  });
});
