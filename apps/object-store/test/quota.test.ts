import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

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

test("the completion of a multipart upload beyond the quota is refused, by REST too", async () => {
  const bucket_name = await fixture.bucket();
  await quota(bucket_name, 10);
  const { upload_id } = await fixture.api("multipartUpload.create", { bucket_name, object_key: "parts" });
  const { urls } = await fixture.api("multipartUpload.createPartUrls", { bucket_name, upload_id, part_numbers: [1] });
  const sent = await fetch(urls[0]?.url ?? "", { method: "PUT", body: "eleven byte" });
  const parts = [{ part_number: 1, etag: sent.headers.get("etag") ?? "" }];
  const complete = () => fixture.api("multipartUpload.complete", { bucket_name, upload_id, parts, size: 11 });
  expect(await refusal(complete())).toBe("409 bucket_quota_exceeded");
  await quota(bucket_name, 11);
  expect(await complete()).toMatchObject({ size: 11 });
});
