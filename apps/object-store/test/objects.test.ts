import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

const put = (Bucket: string, Key: string, Body: string | Buffer = "x") =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body }));
const text = async (Bucket: string, Key: string) =>
  (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

describe("an object", () => {
  test("is returned with the bytes, headers and metadata of its put", async () => {
    const Bucket = await fixture.bucket();
    const Body = Buffer.alloc(3_000_000, "0123456789abcdef-");
    const description = {
      ...{
        ContentType: "text/x-test",
        CacheControl: "max-age=5",
        ContentDisposition: "inline",
        ContentEncoding: "identity",
        ContentLanguage: "de",
      },
      Metadata: { owner: "me", mtime: "1700000000.123" },
    };
    const { ETag, ChecksumCRC32 } = await s3.send(
      new PutObjectCommand({ Bucket, Key: "a/b.txt", Body, ...description }),
    );
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: "a/b.txt", ChecksumMode: "ENABLED" }));
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? [])).toEqual(Body);
    expect(got).toMatchObject({ ...description, ETag, ChecksumCRC32, ContentLength: 3_000_000, AcceptRanges: "bytes" });
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: "a/b.txt" }))).toMatchObject({
      ...description,
      ETag,
      ContentLength: 3_000_000,
    });
    expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: 3_000_000 });
  });

  test.each(["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"] as const)(
    "has the checksum %s; 400 BadDigest for a wrong one",
    async (ChecksumAlgorithm) => {
      const Bucket = await fixture.bucket();
      const sent = await s3.send(new PutObjectCommand({ Bucket, Key: "sum", Body: "123456789", ChecksumAlgorithm }));
      expect(sent).toMatchObject({ [`Checksum${ChecksumAlgorithm}`]: expect.any(String) });
      const wrong = { [`Checksum${ChecksumAlgorithm}`]: Buffer.alloc(8).toString("base64") };
      expect(await refusal(s3.send(new PutObjectCommand({ Bucket, Key: "wrong", Body: "123456789", ...wrong })))).toBe(
        "400 BadDigest",
      );
      expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: 9 });
    },
  );

  test("can be empty, and is replaced by a put of its key", async () => {
    const Bucket = await fixture.bucket();
    await put(Bucket, "empty", "");
    expect(await text(Bucket, "empty")).toBe("");
    await put(Bucket, "empty", "no longer");
    expect(await text(Bucket, "empty")).toBe("no longer");
    expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: 9 });
    await fixture.expectSwept();
  });

  test.each([
    ["bytes=0-0", "a", "bytes 0-0/10"],
    ["bytes=2-4", "cde", "bytes 2-4/10"],
    ["bytes=7-", "hij", "bytes 7-9/10"],
    ["bytes=-3", "hij", "bytes 7-9/10"],
    ["bytes=-99", "abcdefghij", "bytes 0-9/10"],
    ["bytes=5-99", "fghij", "bytes 5-9/10"],
  ])("is read by range: %s", async (Range, expected, ContentRange) => {
    const Bucket = await fixture.bucket();
    await put(Bucket, "letters", "abcdefghij");
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: "letters", Range }));
    expect(await got.Body?.transformToString()).toBe(expected);
    expect(got).toMatchObject({ ContentRange, ContentLength: expected.length, $metadata: { httpStatusCode: 206 } });
  });

  test("is read and replaced under If-Match, If-None-Match, If-Modified-Since and If-Unmodified-Since", async () => {
    const Bucket = await fixture.bucket();
    const { ETag } = await put(Bucket, "one", "first");
    const get = (conditions: object) => refusal(s3.send(new GetObjectCommand({ Bucket, Key: "one", ...conditions })));
    expect(await get({ IfMatch: ETag })).toBe("no refusal");
    expect(await get({ IfMatch: '"other"' })).toBe("412 PreconditionFailed");
    expect(await get({ IfNoneMatch: ETag })).toBe("304 Unknown");
    expect(await get({ IfNoneMatch: '"other"' })).toBe("no refusal");
    expect(await get({ IfModifiedSince: new Date(Date.now() + 60_000) })).toBe("304 Unknown");
    expect(await get({ IfUnmodifiedSince: new Date(0) })).toBe("412 PreconditionFailed");
    expect(await get({ Range: "bytes=5-" })).toBe("416 InvalidRange");
    const onlyNew = (Key: string) =>
      refusal(s3.send(new PutObjectCommand({ Bucket, Key, Body: "second", IfNoneMatch: "*" })));
    expect(await onlyNew("one")).toBe("412 PreconditionFailed");
    expect(await onlyNew("two")).toBe("no refusal");
    expect(await text(Bucket, "one")).toBe("first");
    const matching = (Key: string, IfMatch?: string) =>
      refusal(s3.send(new PutObjectCommand({ Bucket, Key, Body: "third", IfMatch })));
    expect(await matching("one", '"other"')).toBe("412 PreconditionFailed");
    expect(await matching("absent", ETag)).toBe("404 NoSuchKey");
    expect(await matching("one", ETag)).toBe("no refusal");
    expect(await matching("one", ETag)).toBe("412 PreconditionFailed");
    expect(await text(Bucket, "one")).toBe("third");
    // All have read the same object, and only one can replace it.
    const { ETag: read } = await put(Bucket, "raced", "read by all");
    const raced = await Promise.all(Array.from({ length: 8 }, () => matching("raced", read)));
    expect(raced.filter((outcome) => outcome === "no refusal")).toHaveLength(1);
    expect(await fixture.expectTrue(Bucket)).toMatchObject({ object_count: 3 });
  });

  test("is returned with the response headers that the request overrides", async () => {
    const Bucket = await fixture.bucket();
    await put(Bucket, "page");
    const overrides = {
      ResponseContentType: "text/html",
      ResponseContentDisposition: 'attachment; filename="x"',
      ResponseCacheControl: "no-store",
    };
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: "page", ...overrides }));
    expect(got).toMatchObject({
      ContentType: "text/html",
      ContentDisposition: 'attachment; filename="x"',
      CacheControl: "no-store",
    });
  });

  test.each([
    ["a hundred folders", `${"f/".repeat(100)}x`],
    ["Unicode", "Ünïcödé/日本語/🦩 & <xml>.txt"],
    ["all that needs escaping", "a b+c%20d?e#f&g=h'i\"j\\k!l*m(n)o;p:q@r,s$t~u|v^w`{y}z"],
    ["slashes at its ends", "/a//b/"],
    ["control characters", "a\u0001b\tc"],
    ["1,024 bytes", "ü".repeat(512)],
  ])("can have a key with %s", async (_, Key) => {
    const Bucket = await fixture.bucket();
    await put(Bucket, Key, "here");
    expect(await text(Bucket, Key)).toBe("here");
    const listed = await s3.send(new ListObjectsV2Command({ Bucket, EncodingType: "url" }));
    expect(listed.Contents?.map((one) => decodeURIComponent(one.Key ?? ""))).toEqual([Key]);
    expect(await fixture.list({ bucket_name: Bucket })).toMatchObject([{ key: Key, size: 4 }]);
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } }));
    expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 0, total_size: 0 });
  });

  test("400 for a key that is too long or that clients would normalise", async () => {
    const Bucket = await fixture.bucket();
    expect(await refusal(put(Bucket, "ü".repeat(513)))).toBe("400 KeyTooLongError");
    for (const key of ["../escape", "a/../../etc/passwd", "a/./b", "..", "a/..", "a\0b"])
      expect(await refusal(put(Bucket, key)), key).toBe("400 InvalidArgument");
    expect((await fetch(`${fixture.endpoint}/${Bucket}/%ff`)).status).toBe(400);
    await fixture.expectSwept();
  });

  test("is copied with its metadata or a new one, and outlives its source", async () => {
    const [Bucket, other] = [await fixture.bucket(), await fixture.bucket()];
    const { ETag } = await s3.send(
      new PutObjectCommand({ Bucket, Key: "a ü+.txt", Body: "copied", ContentType: "text/a", Metadata: { a: "1" } }),
    );
    const CopySource = `${Bucket}/${encodeURIComponent("a ü+.txt")}`;
    expect((await s3.send(new CopyObjectCommand({ Bucket: other, Key: "b", CopySource }))).CopyObjectResult?.ETag).toBe(
      ETag,
    );
    expect(await s3.send(new HeadObjectCommand({ Bucket: other, Key: "b" }))).toMatchObject({
      ContentType: "text/a",
      Metadata: { a: "1" },
    });
    const replace = { MetadataDirective: "REPLACE", ContentType: "text/b", Metadata: { b: "2" } } as const;
    await s3.send(new CopyObjectCommand({ Bucket, Key: "a ü+.txt", CopySource, ...replace }));
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: "a ü+.txt" }))).toMatchObject({
      ContentType: "text/b",
      Metadata: { b: "2" },
    });
    expect(await refusal(s3.send(new CopyObjectCommand({ Bucket, Key: "a ü+.txt", CopySource })))).toBe(
      "400 InvalidRequest",
    );
    expect(await refusal(s3.send(new CopyObjectCommand({ Bucket, Key: "c", CopySource: `${Bucket}/absent` })))).toBe(
      "404 NoSuchKey",
    );
    await s3.send(new DeleteObjectCommand({ Bucket, Key: "a ü+.txt" }));
    await fixture.expectSwept();
    expect(await text(other, "b")).toBe("copied");
    expect(await fixture.expectTrue(other)).toEqual({ object_count: 1, total_size: 6 });
  });

  test("is deleted by S3 and the public API, also when it is absent", async () => {
    const Bucket = await fixture.bucket();
    for (const key of ["a", "b", "c"]) await put(Bucket, key);
    await s3.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key: "never-was" }));
    const Delete = { Objects: [{ Key: "b" }, { Key: "never-was" }] };
    expect((await s3.send(new DeleteObjectsCommand({ Bucket, Delete }))).Deleted).toEqual([
      { Key: "b" },
      { Key: "never-was" },
    ]);
    expect(await refusal(s3.send(new HeadObjectCommand({ Bucket, Key: "a" })))).toBe("404 NotFound");
    expect(await refusal(s3.send(new GetObjectCommand({ Bucket, Key: "b" })))).toBe("404 NoSuchKey");
    expect(await refusal(fixture.api("bucket.delete", { bucket_name: Bucket }))).toBe("409 bucket_not_empty");
    expect(await fixture.api("object.delete", { bucket_name: Bucket, object_keys: ["c", "never-was"] })).toEqual({
      deleted: 1,
    });
    expect(await fixture.api("bucket.delete", { bucket_name: Bucket })).toEqual({ status: "deleted", name: Bucket });
    await fixture.expectSwept();
  });
});

describe("a list of objects", () => {
  const KEYS = ["a", "a/", "a/b", "a/b/c", "a/b/d", "a0", "b/c", "b/c/d", "z", "ä", "\u{1f9a9}"];
  let Bucket: string;
  beforeAll(async () => {
    Bucket = await fixture.bucket();
    for (const key of KEYS) await put(Bucket, key);
  });

  /** All entries, read in pages of a size. */
  async function walk(query: object, MaxKeys: number): Promise<string[]> {
    const seen: string[] = [];
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await s3.send(
        new ListObjectsV2Command({
          Bucket,
          MaxKeys,
          ...query,
          ...(ContinuationToken !== undefined && { ContinuationToken }),
        }),
      );
      const entries = [
        ...(page.Contents ?? []).map(({ Key }) => Key),
        ...(page.CommonPrefixes ?? []).map(({ Prefix }) => `${Prefix}*`),
      ];
      expect(page.KeyCount).toBe(entries.length);
      seen.push(...entries.map(String));
      if (!page.IsTruncated) return seen.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      ContinuationToken = page.NextContinuationToken;
    }
  }

  test.each([1, 2, 3, 1000])("has keys in byte order, by prefix and delimiter, in pages of %i", async (size) => {
    expect(await walk({}, size)).toEqual(KEYS);
    expect(await walk({ Prefix: "a/" }, size)).toEqual(["a/", "a/b", "a/b/c", "a/b/d"]);
    expect(await walk({ Delimiter: "/" }, size)).toEqual(["a", "a/*", "a0", "b/*", "z", "ä", "\u{1f9a9}"]);
    expect(await walk({ Delimiter: "/", Prefix: "a/" }, size)).toEqual(["a/", "a/b", "a/b/*"]);
    expect(await walk({ StartAfter: "a/b" }, size)).toEqual(KEYS.slice(3));
    expect(await walk({ Prefix: "none" }, size)).toEqual([]);
  });

  test("version 1: continues after a key or a prefix", async () => {
    const seen: string[] = [];
    for (let Marker: string | undefined; ; ) {
      const page = await s3.send(
        new ListObjectsCommand({ Bucket, Delimiter: "/", MaxKeys: 1, ...(Marker !== undefined && { Marker }) }),
      );
      seen.push(
        ...(page.Contents ?? []).map(({ Key }) => String(Key)),
        ...(page.CommonPrefixes ?? []).map(({ Prefix }) => `${Prefix}*`),
      );
      if (!page.IsTruncated) break;
      Marker = page.NextMarker;
    }
    expect(seen).toEqual(["a", "a/*", "a0", "b/*", "z", "ä", "\u{1f9a9}"]);
  });

  test("public API: folders and objects in one list", async () => {
    const all = await fixture.list({ bucket_name: Bucket, delimiter: "/" });
    expect(all.map(({ key, kind }) => [key, kind])).toEqual(
      ["a", "a/", "a0", "b/", "z", "ä", "\u{1f9a9}"].map((key) => [key, key.endsWith("/") ? "prefix" : "object"]),
    );
    expect(all[1]).toEqual({
      key: "a/",
      kind: "prefix",
      size: null,
      etag: null,
      content_type: null,
      last_modified: null,
      retained_until: null,
    });
    expect(await fixture.list({ bucket_name: Bucket, prefix: "b/c" })).toMatchObject([
      { key: "b/c" },
      { key: "b/c/d" },
    ]);
    expect(await refusal(fixture.list({ bucket_name: "absent" }))).toBe("404 not_found");
  });
});

test("buckets report their region and no versioning", async () => {
  const Bucket = await fixture.bucket();
  expect((await s3.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toContain(Bucket);
  expect((await s3.send(new HeadBucketCommand({ Bucket }))).BucketRegion).toBe("eu-central-1");
  expect((await s3.send(new GetBucketLocationCommand({ Bucket }))).LocationConstraint).toBe("eu-central-1");
  expect((await s3.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBeUndefined();
  expect(await refusal(s3.send(new HeadBucketCommand({ Bucket: "absent" })))).toBe("404 NotFound");
});
