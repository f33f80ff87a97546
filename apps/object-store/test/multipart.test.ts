import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const PART = 5 * 1024 * 1024;

const { fixture, s3 } = await storeOfFile();

const create = async (Bucket: string, Key: string) =>
  String((await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId);
const part = async (Bucket: string, Key: string, UploadId: string, PartNumber: number, Body: Buffer | string) => ({
  PartNumber,
  ETag: (await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))).ETag,
});
const complete = (Bucket: string, Key: string, UploadId: string, Parts: object[]) =>
  s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest();

test("an upload in parts makes one object with S3's ETag, readable by range and by part", async () => {
  const Bucket = await fixture.bucket();
  const bytes = randomBytes(2 * PART + 12_345);
  const pieces = [bytes.subarray(0, PART), bytes.subarray(PART, 2 * PART), bytes.subarray(2 * PART)];
  const params = { Bucket, Key: "large", Body: Readable.from(pieces), ContentType: "text/large", Metadata: { a: "1" } };
  await new Upload({ client: s3, params, partSize: PART, queueSize: 3 }).done();
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: "large" }));
  expect(md5(Buffer.from((await got.Body?.transformToByteArray()) ?? []))).toEqual(md5(bytes));
  expect(got).toMatchObject({
    ContentType: "text/large",
    Metadata: { a: "1" },
    ETag: `"${md5(Buffer.concat(pieces.map(md5))).toString("hex")}-3"`,
  });
  const Range = `bytes=${PART - 3}-${2 * PART + 2}`;
  const across = await s3.send(new GetObjectCommand({ Bucket, Key: "large", Range }));
  expect(md5(Buffer.from((await across.Body?.transformToByteArray()) ?? []))).toEqual(
    md5(bytes.subarray(PART - 3, 2 * PART + 3)),
  );
  const last = await s3.send(new GetObjectCommand({ Bucket, Key: "large", PartNumber: 3 }));
  expect([last.$metadata.httpStatusCode, last.PartsCount, last.ContentRange]).toEqual([
    206,
    3,
    `bytes ${2 * PART}-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(Buffer.from((await last.Body?.transformToByteArray()) ?? []).equals(bytes.subarray(2 * PART))).toBe(true);
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: "large", PartNumber: 2 }));
  expect([head.PartsCount, head.ContentLength]).toEqual([3, PART]);
  expect(await refusal(s3.send(new GetObjectCommand({ Bucket, Key: "large", PartNumber: 4 })))).toBe(
    "416 InvalidPartNumber",
  );
  expect(await refusal(s3.send(new GetObjectCommand({ Bucket, Key: "large", PartNumber: 1, Range })))).toBe(
    "400 InvalidRequest",
  );
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: bytes.length });
  await fixture.expectSwept();
});

test("parts can be replaced and listed; completing discards unnamed parts and can be repeated", async () => {
  const [Bucket, Key] = [await fixture.bucket(), "some parts"];
  const UploadId = await create(Bucket, Key);
  await part(Bucket, Key, UploadId, 1, Buffer.alloc(PART, "old"));
  const parts = [
    await part(Bucket, Key, UploadId, 1, Buffer.alloc(PART, "a")),
    await part(Bucket, Key, UploadId, 7, "end"),
  ];
  await part(Bucket, Key, UploadId, 4, "unnamed");
  const listed = await s3.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }));
  expect(listed).toMatchObject({
    IsTruncated: true,
    NextPartNumberMarker: "4",
    Parts: [
      { PartNumber: 1, Size: PART },
      { PartNumber: 4, Size: 7 },
    ],
  });
  expect((await s3.send(new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker: "4" }))).Parts).toMatchObject([
    { PartNumber: 7, ETag: parts[1]?.ETag },
  ]);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 0, total_size: 0 });
  await fixture.expectSwept();

  const { ETag } = await complete(Bucket, Key, UploadId, parts);
  expect((await complete(Bucket, Key, UploadId, parts)).ETag).toBe(ETag);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: PART + 3 });
  expect(await refusal(part(Bucket, Key, UploadId, 1, "late"))).toBe("404 NoSuchUpload");
  await fixture.expectSwept();
});

test("a refused completion changes nothing", async () => {
  const [Bucket, Key] = [await fixture.bucket(), "wrong"];
  const UploadId = await create(Bucket, Key);
  const [one, two] = [await part(Bucket, Key, UploadId, 1, "small"), await part(Bucket, Key, UploadId, 2, "last")];
  expect(await refusal(complete(Bucket, Key, UploadId, [one, two]))).toBe("400 EntityTooSmall");
  expect(await refusal(complete(Bucket, Key, UploadId, [two, one]))).toBe("400 InvalidPartOrder");
  expect(await refusal(complete(Bucket, Key, UploadId, [{ ...one, ETag: two.ETag }]))).toBe("400 InvalidPart");
  expect(await refusal(complete(Bucket, Key, UploadId, [{ PartNumber: 3, ETag: two.ETag }]))).toBe("400 InvalidPart");
  expect(await refusal(complete(Bucket, "another", UploadId, [one]))).toBe("404 NoSuchUpload");
  expect((await s3.send(new ListPartsCommand({ Bucket, Key, UploadId }))).Parts).toHaveLength(2);
  await complete(Bucket, Key, UploadId, [two]);
  expect(await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()).toBe("last");
});

test("uploads are listed in pages, and aborted or expired ones and those of a deleted bucket are removed", async () => {
  const Bucket = await fixture.bucket();
  const ids = [await create(Bucket, "a"), await create(Bucket, "a"), await create(Bucket, "b/c")];
  for (const [index, id] of ids.entries()) await part(Bucket, index === 2 ? "b/c" : "a", id, 1, "part");
  const page = await s3.send(new ListMultipartUploadsCommand({ Bucket, MaxUploads: 1 }));
  expect(page).toMatchObject({ IsTruncated: true, Uploads: [{ Key: "a", UploadId: ids[0] }] });
  const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
  const rest = await s3.send(new ListMultipartUploadsCommand({ Bucket, KeyMarker, UploadIdMarker }));
  expect(rest.Uploads?.map(({ UploadId }) => UploadId)).toEqual(ids.slice(1));
  expect((await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: "b/" }))).Uploads).toHaveLength(1);

  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: "a", UploadId: ids[0] }));
  expect(await refusal(s3.send(new AbortMultipartUploadCommand({ Bucket, Key: "a", UploadId: ids[0] })))).toBe(
    "404 NoSuchUpload",
  );
  await fixture.database.pool.query(
    "UPDATE multipart_upload SET created_at = now() - interval '7 days 1 minute' WHERE upload_id = $1",
    [ids[1]],
  );
  await fixture.expectSwept();
  expect((await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads).toMatchObject([{ UploadId: ids[2] }]);
  await fixture.api("bucket.delete", { bucket_name: Bucket });
  await fixture.expectSwept();
});

test("a part can be copied from a range of another object", async () => {
  const [Bucket, Key] = [await fixture.bucket(), "copied"];
  await s3.send(new PutObjectCommand({ Bucket, Key: "source", Body: "0123456789" }));
  const UploadId = await create(Bucket, Key);
  const copy = (CopySourceRange: string) =>
    s3.send(
      new UploadPartCopyCommand({
        Bucket,
        Key,
        UploadId,
        PartNumber: 1,
        CopySource: `${Bucket}/source`,
        CopySourceRange,
      }),
    );
  expect(await refusal(copy("bytes=5-10"))).toBe("416 InvalidRange");
  const { CopyPartResult } = await copy("bytes=2-5");
  await complete(Bucket, Key, UploadId, [{ PartNumber: 1, ETag: CopyPartResult?.ETag }]);
  expect((await s3.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength).toBe(4);
  await fixture.expectSwept();
});
