// Encryption of objects, as S3 clients see it and as it is on the disk (docs/adr/0052).
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteBucketEncryptionCommand,
  DeleteObjectCommand,
  GetBucketEncryptionCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutBucketEncryptionCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { filesOf, refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, credentials, s3 } = await storeOfFile();

const PIECE = 64 * 1024;
const FIVE_MIB = 5 * 1024 * 1024;
const BY_STORE = { ServerSideEncryption: "AES256" } as const;

function customer(key: Buffer = randomBytes(32)) {
  return {
    SSECustomerAlgorithm: "AES256",
    SSECustomerKey: key.toString("base64"),
    SSECustomerKeyMD5: createHash("md5").update(key).digest("base64"),
  };
}

function sourceOf(key: ReturnType<typeof customer>) {
  return {
    CopySourceSSECustomerAlgorithm: key.SSECustomerAlgorithm,
    CopySourceSSECustomerKey: key.SSECustomerKey,
    CopySourceSSECustomerKeyMD5: key.SSECustomerKeyMD5,
  };
}

async function read(Bucket: string, Key: string, more: object = {}): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

async function encrypting(): Promise<string> {
  const Bucket = await fixture.bucket();
  const rule = { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" as const } };
  await s3.send(new PutBucketEncryptionCommand({ Bucket, ServerSideEncryptionConfiguration: { Rules: [rule] } }));
  return Bucket;
}

/** The bytes on the disk of the file that `write` adds. */
async function fileOf(write: () => Promise<unknown>): Promise<{ path: string; bytes: Buffer }> {
  const before = new Set(filesOf(fixture.dataDir).files);
  await write();
  const [added = ""] = filesOf(fixture.dataDir).files.filter((file) => !before.has(file));
  const path = join(fixture.dataDir, "objects", "files", added.slice(-2), added);
  return { path, bytes: readFileSync(path) };
}

const SIZES = [0, 1, PIECE - 1, PIECE, PIECE + 1, 4 * PIECE, 5 * PIECE + 7];
const WAYS = [
  ["the store", BY_STORE, {}],
  ["a key of the client", customer(Buffer.alloc(32, 7)), customer(Buffer.alloc(32, 7))],
] as const;

describe.each(WAYS)("under %s", (_way, write, reading) => {
  test.each(SIZES)("an object of %i bytes is on the disk in cipher, and is read whole", async (size) => {
    const Bucket = await fixture.bucket();
    const body = randomBytes(size);
    const { bytes } = await fileOf(() => s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: body, ...write })));
    expect(bytes.length).toBe(16 + size + 16 * Math.ceil(size / PIECE));
    if (size > 16) expect(bytes.includes(body.subarray(0, 16))).toBe(false);
    expect((await read(Bucket, "a", reading)).equals(body)).toBe(true);
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: "a", ...reading }));
    expect(head.ContentLength).toBe(size);
    await fixture.expectTrue(Bucket);
  });

  test("ranges across pieces are read", async () => {
    const Bucket = await fixture.bucket();
    const body = randomBytes(9 * PIECE + 100);
    await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: body, ...write }));
    const ranges = [
      [0, 0],
      [PIECE - 1, PIECE],
      [PIECE, 2 * PIECE - 1],
      [3 * PIECE + 5, 8 * PIECE + 9],
      [9 * PIECE + 99, 9 * PIECE + 99],
    ] as const;
    for (const [from, to] of ranges) {
      const found = await read(Bucket, "a", { ...reading, Range: `bytes=${from}-${to}` });
      expect(found.equals(body.subarray(from, to + 1))).toBe(true);
    }
    expect((await read(Bucket, "a", { ...reading, Range: "bytes=-70000" })).equals(body.subarray(-70000))).toBe(true);
  });

  test("an upload in parts is encrypted, also by a part that is copied", async () => {
    const Bucket = await fixture.bucket();
    const [first, second] = [randomBytes(FIVE_MIB + 3), randomBytes(PIECE + 1)];
    await s3.send(new PutObjectCommand({ Bucket, Key: "source", Body: second }));
    const place = { Bucket, Key: "parts" };
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...place, ...write }));
    const part = { ...place, UploadId, ...reading };
    const one = await s3.send(new UploadPartCommand({ ...part, PartNumber: 1, Body: first }));
    const copy = new UploadPartCopyCommand({ ...part, PartNumber: 2, CopySource: `${Bucket}/source` });
    const two = await s3.send(copy);
    const Parts = [
      { PartNumber: 1, ETag: one.ETag },
      { PartNumber: 2, ETag: two.CopyPartResult?.ETag },
    ];
    await s3.send(new CompleteMultipartUploadCommand({ ...part, MultipartUpload: { Parts } }));
    expect((await read(Bucket, "parts", reading)).equals(Buffer.concat([first, second]))).toBe(true);
    const across = await read(Bucket, "parts", { ...reading, Range: `bytes=${FIVE_MIB}-${FIVE_MIB + 10}` });
    expect(across.equals(Buffer.concat([first, second]).subarray(FIVE_MIB, FIVE_MIB + 11))).toBe(true);
  });

  test("a byte that has changed on the disk is not sent", async () => {
    const Bucket = await fixture.bucket();
    const { path, bytes } = await fileOf(() =>
      s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: randomBytes(3 * PIECE), ...write })),
    );
    bytes[16 + 100] = (bytes[16 + 100] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await expect(read(Bucket, "a", reading)).rejects.toThrow();
  });

  test("earlier versions keep their keys", async () => {
    const Bucket = await fixture.bucket();
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }));
    const { VersionId } = await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "one", ...write }));
    await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "two" }));
    expect(String(await read(Bucket, "a"))).toBe("two");
    expect(String(await read(Bucket, "a", { VersionId, ...reading }))).toBe("one");
    const { VersionId: marker } = await s3.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key: "a", VersionId: marker }));
    expect(String(await read(Bucket, "a"))).toBe("two");
    await fixture.expectTrue(Bucket);
  });
});

const KEY = customer();
const OTHER = customer();
const STATES = [
  ["plain", {}, {}, {}],
  ["by the store", BY_STORE, {}, {}],
  ["by a key of the client", KEY, sourceOf(KEY), KEY],
] as const;
const COPIES = STATES.flatMap(([from, written, source]) =>
  STATES.map(([to, target, , reading]) => ({ from, written, source, to, target, reading })),
);

test.each(COPIES)("a copy from $from to $to", async ({ written, source, target, reading }) => {
  const [Bucket, other] = [await fixture.bucket(), await fixture.bucket()];
  const body = randomBytes(PIECE + 9);
  await s3.send(new PutObjectCommand({ Bucket, Key: "a b", Body: body, ...written }));
  const copy = new CopyObjectCommand({ Bucket: other, Key: "c", CopySource: `${Bucket}/a%20b`, ...source, ...target });
  await s3.send(copy);
  expect((await read(other, "c", reading)).equals(body)).toBe(true);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "a b" }));
  expect((await read(other, "c", reading)).equals(body)).toBe(true);
  await fixture.expectTrue(other);
});

test("an object copied onto itself gets another encryption", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "text" }));
  const again = { Bucket, Key: "a", CopySource: `${Bucket}/a` };
  expect(await refusal(s3.send(new CopyObjectCommand(again)))).toBe("400 InvalidRequest");
  await s3.send(new CopyObjectCommand({ ...again, ...BY_STORE }));
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: "a" }));
  expect(head.ServerSideEncryption).toBe("AES256");
  expect(String(await read(Bucket, "a"))).toBe("text");
});

test("a bucket's default encryption holds for what is written without one", async () => {
  const Bucket = await encrypting();
  const { ServerSideEncryptionConfiguration } = await s3.send(new GetBucketEncryptionCommand({ Bucket }));
  expect(ServerSideEncryptionConfiguration?.Rules?.[0]?.ApplyServerSideEncryptionByDefault?.SSEAlgorithm).toBe(
    "AES256",
  );
  const written = await Promise.all(
    ["a", "b", "c", "d"].map((Key) => s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }))),
  );
  expect(written.map(({ ServerSideEncryption }) => ServerSideEncryption)).toEqual(Array(4).fill("AES256"));
  for (const Key of ["a", "b", "c", "d"]) expect(String(await read(Bucket, Key))).toBe(Key);
  await s3.send(new DeleteBucketEncryptionCommand({ Bucket }));
  expect(await refusal(s3.send(new GetBucketEncryptionCommand({ Bucket })))).toBe(
    "404 ServerSideEncryptionConfigurationNotFoundError",
  );
  expect((await s3.send(new PutObjectCommand({ Bucket, Key: "e", Body: "e" }))).ServerSideEncryption).toBeUndefined();
  expect(String(await read(Bucket, "a"))).toBe("a");
});

test("the API's uploads and URLs obey the bucket's default encryption", async () => {
  const Bucket = await encrypting();
  const { url } = await fixture.api("object.createUploadUrl", { bucket_name: Bucket, object_key: "a" });
  expect((await fetch(url, { method: "PUT", body: "sent by a URL" })).status).toBe(200);
  const upload = { bucket_name: Bucket, object_key: "b" };
  const { upload_id } = await fixture.api("multipartUpload.create", upload);
  const { urls } = await fixture.api("multipartUpload.createPartUrls", {
    ...{ bucket_name: Bucket, upload_id, part_numbers: [1] },
  });
  const { bytes } = await fileOf(async () => {
    const sent = await fetch(urls[0]?.url ?? "", { method: "PUT", body: "a part of the API" });
    const parts = [{ part_number: 1, etag: sent.headers.get("etag") ?? "" }];
    await fixture.api("multipartUpload.complete", { bucket_name: Bucket, upload_id, parts });
  });
  expect(bytes.includes("a part of the API")).toBe(false);
  expect(String(await read(Bucket, "a"))).toBe("sent by a URL");
  expect(String(await read(Bucket, "b"))).toBe("a part of the API");
});

describe("a key of the client", () => {
  const place = async () => {
    const Bucket = await fixture.bucket();
    await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "secret", ...KEY }));
    return { Bucket, Key: "a" };
  };

  test("is needed by GET, HEAD, attributes and copies, and must be the same", async () => {
    const at = await place();
    for (const more of [{}, OTHER]) {
      expect(await refusal(s3.send(new GetObjectCommand({ ...at, ...more })))).toBe("400 InvalidRequest");
      expect(await refusal(s3.send(new HeadObjectCommand({ ...at, ...more })))).toMatch(/^400/);
      const attributes = new GetObjectAttributesCommand({ ...at, ObjectAttributes: ["ETag"], ...more });
      expect(await refusal(s3.send(attributes))).toBe("400 InvalidRequest");
    }
    const copy = { Bucket: at.Bucket, Key: "b", CopySource: `${at.Bucket}/a` };
    expect(await refusal(s3.send(new CopyObjectCommand(copy)))).toBe("400 InvalidRequest");
    expect(await refusal(s3.send(new CopyObjectCommand({ ...copy, ...sourceOf(OTHER) })))).toBe("400 InvalidRequest");
  });

  test("is refused for an object that is not encrypted so", async () => {
    const Bucket = await fixture.bucket();
    await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "text" }));
    expect(await refusal(s3.send(new GetObjectCommand({ Bucket, Key: "a", ...KEY })))).toBe("400 InvalidRequest");
  });

  test("is needed by each part and by the end of an upload", async () => {
    const place = { Bucket: await fixture.bucket(), Key: "a" };
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...place, ...KEY }));
    const part = { ...place, UploadId, PartNumber: 1, Body: "part" };
    expect(await refusal(s3.send(new UploadPartCommand(part)))).toBe("400 InvalidRequest");
    expect(await refusal(s3.send(new UploadPartCommand({ ...part, ...OTHER })))).toBe("400 InvalidRequest");
    const { ETag } = await s3.send(new UploadPartCommand({ ...part, ...KEY }));
    const end = { ...place, UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } };
    expect(await refusal(s3.send(new CompleteMultipartUploadCommand(end)))).toBe("400 InvalidRequest");
    await s3.send(new CompleteMultipartUploadCommand({ ...end, ...KEY }));
    expect(String(await read(place.Bucket, "a", KEY))).toBe("part");
  });

  const WRONG = [
    ["another algorithm", { ...KEY, SSECustomerAlgorithm: "AES128" }],
    ["no key", { SSECustomerAlgorithm: "AES256", SSECustomerKeyMD5: KEY.SSECustomerKeyMD5 }],
    ["a short key", customer(randomBytes(16))],
    ["encryption by the store too", { ...KEY, ...BY_STORE }],
  ] as const;
  test.each(WRONG)("is refused with %s, and nothing is stored", async (_what, headers) => {
    const Bucket = await fixture.bucket();
    const put = new PutObjectCommand({ Bucket, Key: "a", Body: "text", ...headers });
    expect(await refusal(s3.send(put))).toBe("400 InvalidArgument");
    expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 0, total_size: 0 });
  });
});

/** A client that sends another header with each request. */
function sending(name: string, value: string) {
  const client = fixture.client(credentials);
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { headers: Record<string, string> };
      const others = Object.entries(request.headers).filter(([other]) => other.toLowerCase() !== name);
      request.headers = { ...Object.fromEntries(others), [name]: value };
      return next(args);
    },
    { step: "build", priority: "low" },
  );
  return client;
}

test("the MD5 of another key is refused", async () => {
  const Bucket = await fixture.bucket();
  const client = sending("x-amz-server-side-encryption-customer-key-md5", OTHER.SSECustomerKeyMD5);
  const put = new PutObjectCommand({ Bucket, Key: "a", Body: "text", ...KEY });
  expect(await refusal(client.send(put))).toBe("400 InvalidArgument");
});

test("encryption by a key management service is not implemented, and reads name no algorithm", async () => {
  const Bucket = await fixture.bucket();
  const put = new PutObjectCommand({ Bucket, Key: "a", Body: "text", ServerSideEncryption: "aws:kms" });
  expect(await refusal(s3.send(put))).toBe("501 NotImplemented");
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "text", ...BY_STORE }));
  const client = sending("x-amz-server-side-encryption", "AES256");
  expect(await refusal(client.send(new GetObjectCommand({ Bucket, Key: "a" })))).toBe("400 InvalidRequest");
  expect(String(await read(Bucket, "a"))).toBe("text");
});
