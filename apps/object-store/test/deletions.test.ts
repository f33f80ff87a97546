import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

const put = (Bucket: string, Key: string, Body = "x") => s3.send(new PutObjectCommand({ Bucket, Key, Body }));
const isThere = async (Bucket: string, Key: string) =>
  (await refusal(s3.send(new HeadObjectCommand({ Bucket, Key })))) === "no refusal";

describe("DeleteObject with a condition", () => {
  test.each([
    ["an ETag", { IfMatch: '"0123456789abcdef0123456789abcdef"' }],
    ["a size", { IfMatchSize: 9999 }],
    ["a time", { IfMatchLastModifiedTime: new Date("2015-01-01T00:00:00Z") }],
  ])(
    "412 and nothing is deleted for another object than the one of %s; 204 for the one, and for none",
    async (_, other) => {
      const Bucket = await fixture.bucket();
      const { ETag } = await put(Bucket, "key");
      const { LastModified } = await s3.send(new HeadObjectCommand({ Bucket, Key: "key" }));
      const remove = (condition: object) =>
        refusal(s3.send(new DeleteObjectCommand({ Bucket, Key: "key", ...condition })));
      expect(await remove(other)).toBe("412 PreconditionFailed");
      expect(await isThere(Bucket, "key")).toBe(true);
      expect(await remove({ IfMatch: ETag, IfMatchSize: 1, IfMatchLastModifiedTime: LastModified })).toBe("no refusal");
      expect(await isThere(Bucket, "key")).toBe(false);
      expect(await remove(other)).toBe("no refusal");
      expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 0, total_size: 0 });
    },
  );

  test("any object is the one of *", async () => {
    const Bucket = await fixture.bucket();
    await put(Bucket, "key");
    expect(await refusal(s3.send(new DeleteObjectCommand({ Bucket, Key: "key", IfMatch: "*" })))).toBe("no refusal");
    expect(await isThere(Bucket, "key")).toBe(false);
  });

  test("412 where the key has a delete marker, and none is added", async () => {
    const Bucket = await fixture.bucket();
    const VersioningConfiguration = { Status: "Enabled" } as const;
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
    const { ETag } = await put(Bucket, "key");
    const remove = (IfMatch: string | undefined) =>
      refusal(s3.send(new DeleteObjectCommand({ Bucket, Key: "key", IfMatch })));
    expect(await remove(ETag)).toBe("no refusal");
    expect(await remove(ETag)).toBe("412 PreconditionFailed");
    const { DeleteMarkers } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    expect(DeleteMarkers).toHaveLength(1);
  });

  test("400 for a condition that cannot be read, and nothing is deleted", async () => {
    const Bucket = await fixture.bucket();
    await put(Bucket, "key");
    for (const condition of [{ IfMatch: '"one", "two"' }, { IfMatchSize: -1 }])
      expect(await refusal(s3.send(new DeleteObjectCommand({ Bucket, Key: "key", ...condition })))).toBe(
        "400 InvalidArgument",
      );
    expect(await isThere(Bucket, "key")).toBe(true);
  });

  test("one of eight that race for the same object deletes it, and none deletes its successor", async () => {
    const Bucket = await fixture.bucket();
    const { ETag } = await put(Bucket, "key", "first");
    const raced = Array.from({ length: 8 }, () =>
      refusal(s3.send(new DeleteObjectCommand({ Bucket, Key: "key", IfMatch: ETag }))),
    );
    await put(Bucket, "key", "second");
    expect(
      (await Promise.all(raced)).every((answer) => ["no refusal", "412 PreconditionFailed"].includes(answer)),
    ).toBe(true);
    expect(await isThere(Bucket, "key")).toBe(true);
    await fixture.expectSwept();
  });
});

test("DeleteObjects deletes those that are as named, and reports the others", async () => {
  const Bucket = await fixture.bucket();
  const { ETag } = await put(Bucket, "same");
  for (const key of ["plain", "etag", "size", "time", "twice"]) await put(Bucket, key);
  const other = { ETag: "0123456789abcdef0123456789abcdef" };
  const { Deleted, Errors } = await s3.send(
    new DeleteObjectsCommand({
      Bucket,
      Delete: {
        Objects: [
          ...[{ Key: "same", ETag, Size: 1 }, { Key: "plain" }, { Key: "absent", ...other }],
          ...[
            { Key: "etag", ...other },
            { Key: "size", Size: 2 },
            { Key: "time", LastModifiedTime: new Date(0) },
          ],
          ...[
            { Key: "twice", ETag },
            { Key: "twice", ...other },
          ],
        ],
      },
    }),
  );
  expect(Deleted?.map(({ Key }) => Key)).toEqual(["same", "plain", "absent"]);
  expect(Errors?.map(({ Key, Code }) => [Key, Code])).toEqual(
    ["etag", "size", "time", "twice", "twice"].map((key) => [key, "PreconditionFailed"]),
  );
  for (const key of ["etag", "size", "time", "twice"]) expect(await isThere(Bucket, key)).toBe(true);
  for (const key of ["same", "plain"]) expect(await isThere(Bucket, key)).toBe(false);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 4, total_size: 4 });
});
