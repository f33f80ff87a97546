import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { NOW, refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

const KILOBYTE = 1_000;
const ContentType = "a/b";
/** Stores an object that counts as so many bytes, with its key and its content type. */
const put = (Bucket: string, Key: string, size: number) =>
  s3.send(
    new PutObjectCommand({ Bucket, Key, ContentType, Body: Buffer.alloc(size - Key.length - ContentType.length) }),
  );
const nameOf = (error: Error) => error.name;
const quota = (bucket_name: string, size_bytes: number | null) =>
  fixture.api("bucketQuota.put", { bucket_name, size_bytes });
const used = async (bucket_name: string) => (await fixture.api("bucketQuota.get", { bucket_name })).used_bytes;
const begin = async (Bucket: string, Key = "parts") =>
  (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }))).UploadId;

test("an upload beyond the quota is refused and leaves nothing; what fits, and a smaller overwrite, is taken", async () => {
  const bucket = await fixture.bucket();
  expect(await quota(bucket, 3 * KILOBYTE)).toEqual({ name: bucket, size_bytes: 3_000, used_bytes: 0 });
  await put(bucket, "one", 2 * KILOBYTE);
  expect(await refusal(put(bucket, "two", 1_001))).toBe("403 QuotaExceeded");
  expect(await refusal(put(bucket, "one", 3_001))).toBe("403 QuotaExceeded");
  await put(bucket, "two", KILOBYTE);
  await put(bucket, "one", 1_500);
  expect(await used(bucket)).toBe(2_500);
  const copy = new CopyObjectCommand({ Bucket: bucket, Key: "copy", CopySource: `${bucket}/one` });
  expect(await refusal(s3.send(copy))).toBe("403 QuotaExceeded");
  await fixture.expectTrue(bucket);
  await fixture.expectSwept();
});

test("a quota below what the bucket holds refuses uploads until enough was deleted", async () => {
  const bucket = await fixture.bucket();
  await put(bucket, "large", 5 * KILOBYTE);
  await quota(bucket, KILOBYTE);
  expect(await refusal(put(bucket, "small", 10))).toBe("403 QuotaExceeded");
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: "large" }));
  await put(bucket, "small", 10);
  await quota(bucket, null);
  await put(bucket, "large", 5 * KILOBYTE);
});

test("thirty uploads at once do not pass the quota together", async () => {
  const bucket = await fixture.bucket();
  await quota(bucket, 10 * KILOBYTE);
  const upload = (index: number) => put(bucket, `at-once-${index}`, KILOBYTE).then(() => "taken");
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => upload(index).catch(nameOf)));
  expect(answers.toSorted()).toEqual([...Array(20).fill("QuotaExceeded"), ...Array(10).fill("taken")]);
  expect(await used(bucket)).toBe(10 * KILOBYTE);
});

describe("parts of an upload", () => {
  /** The bytes of the key and the content type. */
  const DESCRIBED = "parts".length + ContentType.length;
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
    await quota(Bucket, 5 * KILOBYTE + DESCRIBED);
    const copied = KILOBYTE - "object".length - ContentType.length;
    await put(Bucket, "object", KILOBYTE);
    const UploadId = await begin(Bucket);
    await send(Bucket, UploadId, 1, 4 * KILOBYTE);
    expect(await refusal(send(Bucket, UploadId, 2, 1))).toBe("403 QuotaExceeded");
    expect(await refusal(put(Bucket, "another", 10))).toBe("403 QuotaExceeded");
    await send(Bucket, UploadId, 1, 4 * KILOBYTE - copied);
    const CopySource = `${Bucket}/object`;
    const copy = { Bucket, Key: "parts", UploadId, CopySource };
    await s3.send(new UploadPartCopyCommand({ ...copy, PartNumber: 2 }));
    expect(await refusal(s3.send(new UploadPartCopyCommand({ ...copy, PartNumber: 3 })))).toBe("403 QuotaExceeded");
    expect(await used(Bucket)).toBe(5 * KILOBYTE + DESCRIBED);
    const shown = { object_count: 1, total_size: copied, parts_size: 4 * KILOBYTE };
    expect(await fixture.api("bucket.get", { bucket_name: Bucket })).toMatchObject(shown);
    await fixture.expectTrue(Bucket);
    await fixture.expectSwept();
  });

  test("become an object without counting twice, also in a full bucket", async () => {
    const { Bucket, Key, UploadId, parts } = await begun();
    await quota(Bucket, 5 * KILOBYTE + DESCRIBED);
    const [first] = parts;
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: first?.ETag }] };
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    expect(await used(Bucket)).toBe(2 * KILOBYTE + DESCRIBED);
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
    expect(await used(upload.Bucket)).toBe(5 * KILOBYTE + DESCRIBED);
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
    await quota(Bucket, 10 * KILOBYTE + DESCRIBED);
    const UploadId = await begin(Bucket);
    const sent = Array.from({ length: 30 }, (_, index) => send(Bucket, UploadId, index + 1, KILOBYTE));
    const answers = await Promise.all(sent.map((part) => part.then(() => "taken", nameOf)));
    expect(answers.toSorted()).toEqual([...Array(20).fill("QuotaExceeded"), ...Array(10).fill("taken")]);
    expect(await used(Bucket)).toBe(10 * KILOBYTE + DESCRIBED);
    await fixture.expectTrue(Bucket);
  });

  test("are not completed where the quota is lowered below them, by REST too", async () => {
    const { Bucket, Key, UploadId = "", parts } = await begun();
    const [, { ETag = "" } = {}] = parts;
    const named = { bucket_name: Bucket, upload_id: UploadId, parts: [{ part_number: 2, etag: ETag }] };
    const complete = () => fixture.api("multipartUpload.complete", named);
    await quota(Bucket, 2_999 + DESCRIBED);
    expect(await refusal(complete())).toBe("409 bucket_quota_exceeded");
    const MultipartUpload = { Parts: [{ PartNumber: 2, ETag }] };
    const over = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload });
    expect(await refusal(s3.send(over))).toBe("403 QuotaExceeded");
    await quota(Bucket, 3_000 + DESCRIBED);
    expect(await complete()).toMatchObject({ size: 3_000 });
  });
});

describe("what describes an object", () => {
  const MANY = "x".repeat(1_000);
  const send = (Bucket: string, more: Partial<PutObjectCommandInput>) =>
    s3.send(new PutObjectCommand({ Bucket, Key: "k", ContentType, Body: new Uint8Array(), ...more }));
  const tag = (Bucket: string, Value: string) =>
    s3.send(new PutObjectTaggingCommand({ Bucket, Key: "k", Tagging: { TagSet: [{ Key: "t", Value }] } }));
  const K = 1 + ContentType.length;

  test.each<[what: string, bytes: number, store: (Bucket: string) => Promise<unknown>]>([
    ["its key", 1_000 + ContentType.length, (Bucket) => send(Bucket, { Key: MANY })],
    ["its key, in bytes", 1_000 + ContentType.length, (Bucket) => send(Bucket, { Key: "ü".repeat(500) })],
    ["its content type", 1_001, (Bucket) => send(Bucket, { ContentType: MANY })],
    ["a header", K + 13 + 1_000, (Bucket) => send(Bucket, { CacheControl: MANY })],
    ["metadata", K + 1 + 1_000, (Bucket) => send(Bucket, { Metadata: { m: MANY } })],
    ["tags", K + 1 + 200, (Bucket) => send(Bucket, { Tagging: `t=${MANY.slice(0, 200)}` })],
    ["an upload without parts", 1_000 + ContentType.length, (Bucket) => begin(Bucket, MANY)],
    [
      "a copy",
      1_000 + ContentType.length + K,
      async (Bucket) => {
        await send(Bucket, {});
        await s3.send(new CopyObjectCommand({ Bucket, Key: MANY, CopySource: `${Bucket}/k` }));
      },
    ],
  ])("counts: %s", async (_, bytes, store) => {
    const Bucket = await fixture.bucket();
    await store(Bucket);
    expect(await used(Bucket)).toBe(bytes);
    expect(await fixture.api("bucket.get", { bucket_name: Bucket })).toMatchObject({ total_size: 0 });
    await fixture.expectTrue(Bucket);
    const full = await fixture.bucket();
    await quota(full, bytes - 1);
    expect(await refusal(store(full))).toBe("403 QuotaExceeded");
    await quota(full, bytes);
    await store(full);
  });

  test("counts as it is after each change, and no more when the object is gone", async () => {
    const Bucket = await fixture.bucket();
    await send(Bucket, { Metadata: { m: MANY } });
    await send(Bucket, { Metadata: { m: "short" } });
    expect(await used(Bucket)).toBe(K + 1 + 5);
    await tag(Bucket, "long and new");
    await tag(Bucket, "new");
    expect(await used(Bucket)).toBe(K + 1 + 5 + 1 + 3);
    await quota(Bucket, K + 10);
    expect(await refusal(tag(Bucket, "new and long"))).toBe("403 QuotaExceeded");
    const named = { bucket_name: Bucket, object_key: "k" };
    expect(await refusal(fixture.api("objectTags.put", { ...named, tags: { t: "new and long" } }))).toBe(
      "409 bucket_quota_exceeded",
    );
    const upload = fixture.api("multipartUpload.create", { bucket_name: Bucket, object_key: "another" });
    expect(await refusal(upload)).toBe("409 bucket_quota_exceeded");
    await fixture.api("objectTags.put", { ...named, tags: { t: "" } });
    expect(await used(Bucket)).toBe(K + 1 + 5 + 1);
    await fixture.expectTrue(Bucket);
    await s3.send(new DeleteObjectCommand({ Bucket, Key: "k" }));
    expect(await used(Bucket)).toBe(0);
  });

  test("counts for each version and delete marker; a full bucket refuses no deletion", async () => {
    const Bucket = await fixture.bucket();
    await fixture.api("bucketVersioning.put", { bucket_name: Bucket, status: "enabled" });
    for (const m of ["one", "two"]) await send(Bucket, { Metadata: { m } });
    expect(await used(Bucket)).toBe(2 * (K + 1 + 3));
    await quota(Bucket, 1);
    expect(await refusal(send(Bucket, {}))).toBe("403 QuotaExceeded");
    await s3.send(new DeleteObjectCommand({ Bucket, Key: "k" }));
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: MANY }] } }));
    expect(await used(Bucket)).toBe(2 * (K + 1 + 3) + 1 + 1_000);
    await fixture.expectTrue(Bucket);
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect([Objects.length, await used(Bucket)]).toEqual([4, 0]);
    await fixture.expectTrue(Bucket);
  });
});
