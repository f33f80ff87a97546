// Checksums of multipart uploads (AWS: Checking object integrity): of each part, and of the whole object.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  type ChecksumAlgorithm,
  type ChecksumType,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();
const BODIES = [Buffer.alloc(5 * 1024 * 1024, "a"), Buffer.from("the last part")];
const WHOLE = Buffer.concat(BODIES);

function crc32Of(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}

function sha256Of(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

async function uploaded(algorithm?: ChecksumAlgorithm, ChecksumType?: ChecksumType) {
  const Bucket = await fixture.bucket();
  const place = { Bucket, Key: "a" };
  const more = { ...(algorithm && { ChecksumAlgorithm: algorithm }), ...(ChecksumType && { ChecksumType }) };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...place, ...more }));
  const Parts: CompletedPart[] = [];
  for (const [index, Body] of BODIES.entries()) {
    const PartNumber = index + 1;
    const part = { ...place, UploadId, PartNumber, Body, ...(algorithm && { ChecksumAlgorithm: algorithm }) };
    const { ETag, ChecksumCRC32, ChecksumSHA256 } = await s3.send(new UploadPartCommand(part));
    Parts.push({
      PartNumber,
      ETag,
      ...(ChecksumCRC32 && { ChecksumCRC32 }),
      ...(ChecksumSHA256 && { ChecksumSHA256 }),
    });
  }
  const complete = (changes: object = {}, parts = Parts) =>
    s3.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts }, ...changes }));
  return { place, UploadId, Parts, complete };
}

test("a composite checksum is that of the parts' checksums", async () => {
  const { place, complete } = await uploaded("SHA256");
  const expected = `${sha256Of(Buffer.concat(BODIES.map(sha256Of))).toString("base64")}-2`;
  const done = await complete();
  expect([done.ChecksumSHA256, done.ChecksumType]).toEqual([expected, "COMPOSITE"]);
  const head = await s3.send(new HeadObjectCommand({ ...place, ChecksumMode: "ENABLED" }));
  expect([head.ChecksumSHA256, head.ChecksumType]).toEqual([expected, "COMPOSITE"]);
});

test("a composite checksum may be sent without the number of parts", async () => {
  const { complete } = await uploaded("SHA256");
  const sum = sha256Of(Buffer.concat(BODIES.map(sha256Of))).toString("base64");
  const wrong = sha256Of(WHOLE).toString("base64");
  expect(await refusal(complete({ ChecksumSHA256: wrong }))).toBe("400 BadDigest");
  expect((await complete({ ChecksumSHA256: sum })).ChecksumSHA256).toBe(`${sum}-2`);
});

test("a full checksum is that of the whole object, and what the client sends is compared with it", async () => {
  const { place, complete } = await uploaded("CRC32", "FULL_OBJECT");
  const ChecksumCRC32 = crc32Of(WHOLE).toString("base64");
  const wrong = { ChecksumCRC32: crc32Of(Buffer.from("other")).toString("base64"), ChecksumType: "FULL_OBJECT" };
  expect(await refusal(complete(wrong))).toBe("400 BadDigest");
  const done = await complete({ ChecksumCRC32, ChecksumType: "FULL_OBJECT" });
  expect([done.ChecksumCRC32, done.ChecksumType]).toEqual([ChecksumCRC32, "FULL_OBJECT"]);
  const attributes = await s3.send(
    new GetObjectAttributesCommand({ ...place, ObjectAttributes: ["Checksum", "ObjectSize", "ObjectParts"] }),
  );
  expect(attributes.Checksum).toMatchObject({ ChecksumCRC32, ChecksumType: "FULL_OBJECT" });
  expect([attributes.ObjectSize, attributes.ObjectParts?.TotalPartsCount]).toEqual([WHOLE.length, 2]);
});

test.each(["CRC32C", "CRC64NVME"] as const)("%s of the whole object follows from its parts", async (algorithm) => {
  const { place, complete } = await uploaded(algorithm, "FULL_OBJECT");
  await complete();
  const whole = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket: whole, Key: "a", Body: WHOLE, ChecksumAlgorithm: algorithm }));
  const sumOf = async (Bucket: string) => {
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: "a", ChecksumMode: "ENABLED" }));
    return head.ChecksumCRC32C ?? head.ChecksumCRC64NVME;
  };
  expect(await sumOf(place.Bucket)).toBe(await sumOf(whole));
});

test("another checksum of a part than the one that was uploaded is refused", async () => {
  const { Parts, complete } = await uploaded("CRC32");
  const [first, ...rest] = Parts;
  const wrong = [{ ...first, ChecksumCRC32: crc32Of(Buffer.from("other")).toString("base64") }, ...rest];
  expect(await refusal(complete({}, wrong))).toBe("400 InvalidPart");
  await complete();
});

test("parts are listed with their checksums, also copied ones", async () => {
  const { place, UploadId, Parts, complete } = await uploaded("CRC32");
  const listed = await s3.send(new ListPartsCommand({ ...place, UploadId }));
  expect(listed.Parts?.map(({ ChecksumCRC32 }) => ChecksumCRC32)).toEqual(
    BODIES.map((body) => crc32Of(body).toString("base64")),
  );
  expect([listed.ChecksumAlgorithm, listed.ChecksumType]).toEqual(["CRC32", "COMPOSITE"]);
  await complete();
  const { UploadId: copy } = await s3.send(new CreateMultipartUploadCommand({ ...place, ChecksumAlgorithm: "CRC32" }));
  const range = { CopySource: `${place.Bucket}/a`, CopySourceRange: `bytes=0-${(BODIES[0]?.length ?? 0) - 1}` };
  const { CopyPartResult } = await s3.send(
    new UploadPartCopyCommand({ ...place, UploadId: copy, PartNumber: 1, ...range }),
  );
  expect(CopyPartResult?.ChecksumCRC32).toBe(Parts[0]?.ChecksumCRC32);
});

test.each([
  [{ ChecksumAlgorithm: "SHA256", ChecksumType: "FULL_OBJECT" }],
  [{ ChecksumAlgorithm: "CRC64NVME", ChecksumType: "COMPOSITE" }],
] as const)("400 for %o, which S3 does not have", async (kind) => {
  const Bucket = await fixture.bucket();
  expect(await refusal(s3.send(new CreateMultipartUploadCommand({ Bucket, Key: "a", ...kind })))).toBe(
    "400 InvalidRequest",
  );
});

test("a part with another algorithm than its upload is refused", async () => {
  const { place, UploadId } = await uploaded("CRC32");
  const part = { ...place, UploadId, PartNumber: 3, Body: "x", ChecksumAlgorithm: "SHA256" as const };
  expect(await refusal(s3.send(new UploadPartCommand(part)))).toBe("400 InvalidRequest");
});
