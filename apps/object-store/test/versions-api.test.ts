// Versions by the public API, beside S3 clients of the same bucket.
import {
  CopyObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
} from "@aws-sdk/client-s3";
import type { ObjectVersion } from "@fulmar/contract";
import { expect, test } from "vitest";
import { storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

async function versioned(): Promise<string> {
  const bucket_name = await fixture.bucket();
  expect(await fixture.api("bucketVersioning.get", { bucket_name })).toEqual({ name: bucket_name, status: "off" });
  const enabled = { name: bucket_name, status: "enabled" };
  expect(await fixture.api("bucketVersioning.put", { bucket_name, status: "enabled" })).toEqual(enabled);
  expect(await fixture.api("bucketVersioning.get", { bucket_name })).toEqual(enabled);
  return bucket_name;
}

async function put(Bucket: string, Key: string, Body: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
}

async function text(Bucket: string, Key: string): Promise<string | undefined> {
  return (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
}

/** All pages of a list. */
async function listed(bucket_name: string, more: { object_key?: string; deleted?: boolean; prefix?: string } = {}) {
  const versions: ObjectVersion[] = [];
  let cursor: string | undefined;
  do {
    const page = await fixture.versions({ bucket_name, limit: 2, ...more, ...(cursor && { cursor }) });
    versions.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return versions;
}

function restored(bucket_name: string, { key, version_id }: ObjectVersion) {
  const named = { bucket_name, object_key: key, version_id };
  return fixture
    .api("objectVersion.createRestoreUrl", named)
    .then(({ url, method, headers }) => fetch(url, { method, headers }));
}

test("versions are listed in pages, as S3 clients list them", async () => {
  const bucket = await versioned();
  for (const [key, body] of [
    ["a", "one"],
    ["a", "two"],
    ["a b/ü", "x"],
    ["a", "three"],
    ["b", "y"],
  ] as const)
    await put(bucket, key, body);
  await fixture.api("object.delete", { bucket_name: bucket, object_keys: ["b"] });
  const versions = await listed(bucket);
  const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket: bucket }));
  expect(
    versions.map(({ key, is_latest, is_delete_marker, size }) => [key, is_latest, is_delete_marker, size]),
  ).toEqual([
    ["a", true, false, 5],
    ["a", false, false, 3],
    ["a", false, false, 3],
    ["a b/ü", true, false, 1],
    ["b", true, true, null],
    ["b", false, false, 1],
  ]);
  expect(new Set(versions.map(({ version_id }) => version_id))).toEqual(
    new Set([...Versions, ...DeleteMarkers].map(({ VersionId }) => VersionId)),
  );
  expect((await listed(bucket, { object_key: "a" })).map(({ key }) => key)).toEqual(["a", "a", "a"]);
  expect((await listed(bucket, { prefix: "a " })).map(({ key }) => key)).toEqual(["a b/ü"]);
  expect((await listed(bucket, { deleted: true })).map(({ key }) => key)).toEqual(["b"]);
});

test("an earlier version is downloaded, and restored as the newest", async () => {
  const bucket = await versioned();
  const key = "a folder/ü?%.txt";
  await put(bucket, key, "first");
  await put(bucket, key, "second");
  const [, first] = await listed(bucket, { object_key: key });
  if (first === undefined) throw new Error("no earlier version is listed");
  const named = { bucket_name: bucket, object_key: key, version_id: first.version_id };
  const { url } = await fixture.api("objectVersion.createDownloadUrl", { ...named, disposition: "attachment" });
  const download = await fetch(url);
  expect(await download.text()).toBe("first");
  expect(download.headers.get("content-disposition")).toContain("attachment");
  expect((await restored(bucket, first)).status).toBe(200);
  expect(await text(bucket, key)).toBe("first");
  expect((await listed(bucket, { object_key: key })).map(({ is_latest }) => is_latest)).toEqual([true, false, false]);
  await fixture.expectTrue(bucket);
});

test("a deleted object comes back with its delete marker, and a version is deleted for good", async () => {
  const bucket = await versioned();
  for (let index = 0; index < 5; index++) await put(bucket, `k${index}`, "text");
  const object_keys = ["k0", "k1", "k2", "k3"];
  await fixture.api("object.delete", { bucket_name: bucket, object_keys });
  const markers = await listed(bucket, { deleted: true });
  expect(markers.map(({ key }) => key)).toEqual(object_keys);
  const [marker] = markers;
  const ofMarker = { bucket_name: bucket, object_key: "k0", version_id: marker?.version_id ?? "" };
  await expect(fixture.api("objectVersion.createDownloadUrl", ofMarker)).rejects.toMatchObject({ code: "not_found" });
  await fixture.api("objectVersion.delete", ofMarker);
  expect(await text(bucket, "k0")).toBe("text");
  expect((await listed(bucket, { deleted: true })).map(({ key }) => key)).toEqual(["k1", "k2", "k3"]);
  const [present] = await listed(bucket, { object_key: "k4" });
  const named = { bucket_name: bucket, object_key: "k4", version_id: present?.version_id ?? "" };
  expect(await fixture.api("objectVersion.delete", named)).toMatchObject({ status: "deleted", key: "k4" });
  expect(await listed(bucket, { object_key: "k4" })).toEqual([]);
  await expect(fixture.api("objectVersion.delete", named)).rejects.toMatchObject({ code: "not_found" });
  await fixture.expectTrue(bucket);
  await fixture.expectSwept();
});

test("a version under legal hold stays, and a bucket with object lock keeps its versioning", async () => {
  const bucket = await fixture.bucket({ object_lock_enabled: true });
  await s3.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: "Enabled" } }));
  await put(bucket, "a", "held");
  await s3.send(new PutObjectLegalHoldCommand({ Bucket: bucket, Key: "a", LegalHold: { Status: "ON" } }));
  const [version] = await listed(bucket);
  expect(version).toMatchObject({ legal_hold: true, retained_until: null });
  const named = { bucket_name: bucket, object_key: "a", version_id: version?.version_id ?? "" };
  await expect(fixture.api("objectVersion.delete", named)).rejects.toMatchObject({ code: "object_retained" });
  const suspend = { bucket_name: bucket, status: "suspended" } as const;
  await expect(fixture.api("bucketVersioning.put", suspend)).rejects.toMatchObject({ code: "bucket_locked" });
});

test("without versioning every object is the version null", async () => {
  const bucket = await fixture.bucket();
  await put(bucket, "a", "text");
  const [only] = await listed(bucket);
  expect(only).toMatchObject({ version_id: "null", is_latest: true });
  const named = { bucket_name: bucket, object_key: "a", version_id: "null" };
  expect((await fetch((await fixture.api("objectVersion.createDownloadUrl", named)).url)).status).toBe(200);
  await fixture.api("objectVersion.delete", named);
  expect(await listed(bucket)).toEqual([]);
  await fixture.expectTrue(bucket);
});

test("a URL for restoring cannot copy another object", async () => {
  const bucket = await versioned();
  await put(bucket, "a", "text");
  await put(bucket, "secret", "other");
  const [version] = await listed(bucket, { object_key: "a" });
  const named = { bucket_name: bucket, object_key: "a", version_id: version?.version_id ?? "" };
  const { url, method } = await fixture.api("objectVersion.createRestoreUrl", named);
  const other = await fetch(url, { method, headers: { "x-amz-copy-source": `/${bucket}/secret` } });
  expect(other.status).toBe(403);
  expect(await text(bucket, "a")).toBe("text");
  await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: "b", CopySource: `${bucket}/a` }));
});
