// Versions of objects, as S3 clients see them: what is kept, what is hidden and what comes back.
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
  PutObjectRetentionCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

async function versioned(status: "Enabled" | "Suspended" = "Enabled"): Promise<string> {
  const Bucket = await fixture.bucket();
  await setVersioning(Bucket, status);
  return Bucket;
}

async function setVersioning(Bucket: string, Status: "Enabled" | "Suspended") {
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
}

async function put(Bucket: string, Key: string, Body: string): Promise<string> {
  return (await s3.send(new PutObjectCommand({ Bucket, Key, Body }))).VersionId ?? "none";
}

async function text(Bucket: string, Key: string, VersionId?: string): Promise<string | undefined> {
  return (await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }))).Body?.transformToString();
}

function sorted(texts: readonly string[]): string[] {
  return texts.toSorted((a, b) => a.localeCompare(b));
}

/** The versions of a bucket as `key content-length-or-marker latest?`, in the order of the list. */
async function listed(Bucket: string, more: { Prefix?: string; Delimiter?: string; MaxKeys?: number } = {}) {
  const found: string[] = [];
  let [KeyMarker, VersionIdMarker]: (string | undefined)[] = [];
  for (;;) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket, KeyMarker, VersionIdMarker, ...more }),
    );
    const versions = (page.Versions ?? []).map(({ Key, Size, IsLatest, VersionId }) => ({
      Key,
      VersionId,
      what: `${Size}`,
      IsLatest,
    }));
    const markers = (page.DeleteMarkers ?? []).map(({ Key, IsLatest, VersionId }) => ({
      Key,
      VersionId,
      what: "gone",
      IsLatest,
    }));
    found.push(
      ...[...versions, ...markers].map(({ Key, what, IsLatest }) => `${Key} ${what}${IsLatest ? " latest" : ""}`),
    );
    found.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => `${Prefix}`));
    if (page.IsTruncated !== true) return sorted(found);
    [KeyMarker, VersionIdMarker] = [page.NextKeyMarker, page.NextVersionIdMarker];
  }
}

test("an overwritten object stays as a version, and a deleted one comes back when its marker is deleted", async () => {
  const Bucket = await versioned();
  const [one, two] = [await put(Bucket, "a", "1"), await put(Bucket, "a", "22")];
  expect(one).not.toBe(two);
  expect([await text(Bucket, "a"), await text(Bucket, "a", one), await text(Bucket, "a", two)]).toEqual([
    "22",
    "1",
    "22",
  ]);
  const deleted = await s3.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
  expect(deleted.DeleteMarker).toBe(true);
  expect(await refusal(text(Bucket, "a"))).toBe("404 NoSuchKey");
  expect(await refusal(text(Bucket, "a", deleted.VersionId))).toBe("405 MethodNotAllowed");
  expect(await refusal(text(Bucket, "a", "ver_absent"))).toBe("404 NoSuchVersion");
  expect((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
  expect(await listed(Bucket)).toEqual(["a 1", "a 2", "a gone latest"]);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 2, total_size: 3 });
  const again = await s3.send(new DeleteObjectCommand({ Bucket, Key: "a", VersionId: deleted.VersionId }));
  expect([again.DeleteMarker, again.VersionId]).toEqual([true, deleted.VersionId]);
  expect(await text(Bucket, "a")).toBe("22");
  expect(await listed(Bucket)).toEqual(["a 1", "a 2 latest"]);
  await fixture.expectSwept();
});

test("the next version is the present object once the newest is deleted", async () => {
  const Bucket = await versioned();
  const [one, two] = [await put(Bucket, "a", "1"), await put(Bucket, "a", "22")];
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "a", VersionId: two }));
  expect(await text(Bucket, "a")).toBe("1");
  expect((await s3.send(new HeadObjectCommand({ Bucket, Key: "a" }))).VersionId).toBe(one);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "a", VersionId: one }));
  expect(await listed(Bucket)).toEqual([]);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 0, total_size: 0 });
  await fixture.expectSwept();
});

test("while versioning is suspended there is one version null, and the others stay", async () => {
  const Bucket = await fixture.bucket();
  await put(Bucket, "a", "1");
  await setVersioning(Bucket, "Enabled");
  const two = await put(Bucket, "a", "22");
  await setVersioning(Bucket, "Suspended");
  expect(await put(Bucket, "a", "333")).toBe("none");
  expect(await listed(Bucket)).toEqual(["a 2", "a 3 latest"]);
  await put(Bucket, "a", "4444");
  expect(await listed(Bucket)).toEqual(["a 2", "a 4 latest"]);
  const { DeleteMarker, VersionId } = await s3.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
  expect([DeleteMarker, VersionId]).toEqual([true, "null"]);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
  expect(await listed(Bucket)).toEqual(["a 2", "a gone latest"]);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "a", VersionId: "null" }));
  expect([await text(Bucket, "a"), await listed(Bucket)]).toEqual(["22", ["a 2 latest"]]);
  expect((await s3.send(new HeadObjectCommand({ Bucket, Key: "a" }))).VersionId).toBe(two);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: 2 });
  await fixture.expectSwept();
});

test.each([1, 2, 3, 1000])("lists of versions in pages of %i", async (MaxKeys) => {
  const Bucket = await versioned();
  for (const key of ["a/1", "a/2", "b", "c/1", "d"]) for (const body of ["1", "22"]) await put(Bucket, key, body);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "d" }));
  expect(await listed(Bucket, { MaxKeys })).toEqual([
    "a/1 1",
    "a/1 2 latest",
    "a/2 1",
    "a/2 2 latest",
    "b 1",
    "b 2 latest",
    "c/1 1",
    "c/1 2 latest",
    "d 1",
    "d 2",
    "d gone latest",
  ]);
  expect(await listed(Bucket, { MaxKeys, Delimiter: "/" })).toEqual([
    "a/",
    "b 1",
    "b 2 latest",
    "c/",
    "d 1",
    "d 2",
    "d gone latest",
  ]);
  expect(await listed(Bucket, { MaxKeys, Prefix: "a/", Delimiter: "/" })).toEqual([
    "a/1 1",
    "a/1 2 latest",
    "a/2 1",
    "a/2 2 latest",
  ]);
});

test("many objects and versions are deleted at once, each with its outcome", async () => {
  const Bucket = await versioned();
  const one = await put(Bucket, "a", "1");
  await put(Bucket, "b", "22");
  const { Deleted } = await s3.send(
    new DeleteObjectsCommand({
      Bucket,
      Delete: {
        Objects: [{ Key: "a", VersionId: one }, { Key: "b" }, { Key: "absent" }, { Key: "a", VersionId: "ver_absent" }],
      },
    }),
  );
  expect(Deleted?.map(({ Key, VersionId, DeleteMarker }) => [Key, VersionId === one, DeleteMarker])).toEqual([
    ["a", true, undefined],
    ["b", false, true],
    ["absent", false, true],
    ["a", false, undefined],
  ]);
  expect(await listed(Bucket)).toEqual(["absent gone latest", "b 2", "b gone latest"]);
  await fixture.expectSwept();
});

test("a version is copied, tagged, retained and held by its id", async () => {
  const Bucket = await fixture.bucket({ object_lock_enabled: true });
  await setVersioning(Bucket, "Enabled");
  const one = await put(Bucket, "a", "1");
  await put(Bucket, "a", "22");
  await s3.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/a?versionId=${one}` }));
  expect(await text(Bucket, "copy")).toBe("1");
  const Tagging = { TagSet: [{ Key: "stage", Value: "one" }] };
  await s3.send(new PutObjectTaggingCommand({ Bucket, Key: "a", VersionId: one, Tagging }));
  expect((await s3.send(new GetObjectTaggingCommand({ Bucket, Key: "a", VersionId: one }))).TagSet).toEqual(
    Tagging.TagSet,
  );
  expect((await s3.send(new GetObjectTaggingCommand({ Bucket, Key: "a" }))).TagSet).toEqual([]);
  const hold = (Status: "ON" | "OFF") =>
    s3.send(new PutObjectLegalHoldCommand({ Bucket, Key: "a", VersionId: one, LegalHold: { Status } }));
  await hold("ON");
  const remove = () => s3.send(new DeleteObjectCommand({ Bucket, Key: "a", VersionId: one }));
  expect(await refusal(remove())).toBe("403 AccessDenied");
  await hold("OFF");
  const Retention = { Mode: "COMPLIANCE" as const, RetainUntilDate: new Date(Date.now() + 60_000) };
  await s3.send(new PutObjectRetentionCommand({ Bucket, Key: "a", VersionId: one, Retention }));
  expect(await refusal(remove())).toBe("403 AccessDenied");
  // A retained version is hidden by a marker and overwritten, and stays.
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
  await put(Bucket, "a", "333");
  expect(await text(Bucket, "a", one)).toBe("1");
  expect(await refusal(setVersioning(Bucket, "Suspended"))).toBe("409 InvalidBucketState");
});

test("a completed upload is a version, and the public API hides objects in a bucket with versions", async () => {
  const Bucket = await versioned();
  await put(Bucket, "a", "1");
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: "a" }));
  const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key: "a", UploadId, PartNumber: 1, Body: "part" }));
  const done = await s3.send(
    new CompleteMultipartUploadCommand({
      Bucket,
      Key: "a",
      UploadId,
      MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
    }),
  );
  expect(await text(Bucket, "a", done.VersionId)).toBe("part");
  expect(await listed(Bucket)).toEqual(["a 1", "a 4 latest"]);
  expect(await fixture.api("object.delete", { bucket_name: Bucket, object_keys: ["a", "absent"] })).toEqual({
    deleted: 1,
  });
  expect(await listed(Bucket)).toEqual(["a 1", "a 4", "a gone latest", "absent gone latest"]);
  expect(await refusal(fixture.api("bucket.delete", { bucket_name: Bucket }))).toBe("409 bucket_not_empty");
});

test("writers and deleters of one key at once leave one newest version and no stray file", async () => {
  const Bucket = await versioned();
  const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => put(Bucket, "a", "x".repeat(index + 1))));
  await Promise.all([
    ...ids.slice(0, 6).map((VersionId) => s3.send(new DeleteObjectCommand({ Bucket, Key: "a", VersionId }))),
    ...Array.from({ length: 4 }, () => s3.send(new DeleteObjectCommand({ Bucket, Key: "a" }))),
    ...Array.from({ length: 4 }, () => put(Bucket, "a", "later")),
  ]);
  const versions = await listed(Bucket);
  expect(versions).toHaveLength(6 + 4 + 4);
  expect(versions.filter((each) => each.endsWith("latest"))).toHaveLength(1);
  await fixture.expectTrue(Bucket);
  await fixture.expectSwept();
});
