import { randomBytes, randomUUID } from "node:crypto";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import type { OperationById, OperationInput } from "@fulmar/contract";
import { expect, test } from "vitest";
import { type Credentials, refusal, type StoreFixture } from "./store-fixture.ts";

/** A region of one backend, as clients and the public API have it. */
export interface Backend {
  readonly fixture: StoreFixture;
  readonly region: string;
  /** The region's endpoint for S3 clients. */
  readonly endpoint: string;
  client(credentials: Credentials): S3Client;
  /** Brings what the region has counted into the records. */
  count(): Promise<void>;
  /** Runs a reconciler of the workers once. */
  reconcile(name: string): Promise<void>;
}

const PART = 5 * 1024 * 1024;
/** A key with what has to be encoded in paths, queries and XML. */
const ODD_KEY = "a folder/ü & 100%+#?<'\".txt";

/** The public API and S3 clients get the same of every backend. */
export function backendConformance(open: () => Backend): void {
  const bucket = async (options: Partial<OperationInput<OperationById<"bucket.create">>> = {}) =>
    open().fixture.bucket({ region: open().region, ...options });
  const key = async (options: Parameters<StoreFixture["key"]>[0] = {}) => {
    const credentials = await open().fixture.key(options);
    return { credentials, s3: open().client(credentials) };
  };
  const put = (s3: S3Client, Bucket: string, Key: string, Body: string | Buffer = "hello") =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  const read = async (s3: S3Client, Bucket: string, Key: string) =>
    (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

  test("a bucket that the workspace keeps is hidden, comes back as it was, and is emptied at the end", async () => {
    const { fixture, region, reconcile } = open();
    const { pool } = fixture.database;
    const keepFor = (hours: number) =>
      pool.query("UPDATE workspace SET deletion_window_hours = $2 WHERE workspace_id = $1", [
        fixture.tenant.workspaceId,
        hours,
      ]);
    await keepFor(24);
    try {
      const bucket_name = await bucket({ is_public: true });
      const { s3 } = await key({ bucket_names: [bucket_name] });
      await fixture.api("bucketVersioning.put", { bucket_name, status: "enabled" });
      await put(s3, bucket_name, ODD_KEY, "first");
      await put(s3, bucket_name, ODD_KEY, "second");
      const { url } = await fixture.api("object.createDownloadUrl", { bucket_name, object_key: ODD_KEY });
      const { items: versions } = await fixture.versions({ bucket_name });
      expect(await refusal(fixture.api("bucket.delete", { bucket_name }))).toBe("409 bucket_not_empty");
      const deleted = await fixture.api("bucket.delete", { bucket_name, force: true });
      expect(deleted).toMatchObject({ status: "deleted", restorable_until: expect.any(String) });
      expect(await refusal(read(s3, bucket_name, ODD_KEY))).toMatch(/^40[34] /);
      expect(await refusal(put(s3, bucket_name, "b"))).toMatch(/^40[34] /);
      expect(await refusal(s3.send(new ListObjectsV2Command({ Bucket: bucket_name })))).toMatch(/^40[34] /);
      expect((await fetch(url)).status).toBeGreaterThanOrEqual(403);
      expect((await fetch(`${open().endpoint}/${bucket_name}/${encodeURIComponent(ODD_KEY)}`)).status).toBe(403);
      expect(await refusal(fixture.versions({ bucket_name }))).toBe("404 not_found");
      expect(await refusal(fixture.api("bucket.create", { name: bucket_name, region }))).toBe("400 name_taken");

      expect(await fixture.api("bucket.restore", { bucket_name })).toMatchObject({
        name: bucket_name,
        is_public: true,
      });
      expect((await fixture.versions({ bucket_name })).items).toEqual(versions);
      expect(await read(s3, bucket_name, ODD_KEY)).toBe("second");
      expect(await (await fetch(url)).text()).toBe("second");

      await fixture.api("bucket.delete", { bucket_name, force: true });
      await fixture.api("bucket.purge", { bucket_name });
      await reconcile("end-kept-buckets");
      await fixture.api("bucket.create", { name: bucket_name, region });
      expect(await fixture.list({ bucket_name })).toEqual([]);

      await fixture.api("bucket.delete", { bucket_name });
      expect(await refusal(put(s3, bucket_name, "b"))).toMatch(/^40[34] /);
      await fixture.api("bucket.restore", { bucket_name });
    } finally {
      await keepFor(0);
    }
  });

  test("a bucket works as soon as it is created, and is gone as soon as it is deleted", async () => {
    const { fixture, region } = open();
    // A region may forget the keys of a workspace without buckets.
    await bucket();
    const { s3 } = await key();
    const name = `bucket-${randomUUID().slice(0, 8)}`;
    const made = await fixture.api("bucket.create", { name, region });
    expect(made).toMatchObject({ name, region, status: "active", is_public: false, bucket_lock_enabled: false });
    expect(await refusal(fixture.api("bucket.create", { name, region }))).toBe("400 name_taken");
    await put(s3, name, ODD_KEY);
    expect(await read(s3, name, ODD_KEY)).toBe("hello");
    expect(await refusal(fixture.api("bucket.delete", { bucket_name: name }))).toBe("409 bucket_not_empty");
    expect(await fixture.api("object.delete", { bucket_name: name, object_keys: [ODD_KEY, "absent"] })).toEqual({
      deleted: 1,
    });
    expect(await fixture.api("bucket.delete", { bucket_name: name })).toEqual({ status: "deleted", name });
    expect(await refusal(fixture.api("bucket.get", { bucket_name: name }))).toBe("404 not_found");
    expect(await refusal(put(s3, name, "x"))).toBe("404 NoSuchBucket");
    await fixture.api("bucket.create", { name, region });
    expect(await fixture.list({ bucket_name: name })).toEqual([]);
  });

  test("everyone reads the objects of a public bucket, and lists none", async () => {
    const { fixture, endpoint } = open();
    const bucket_name = await bucket({ is_public: true });
    const { s3 } = await key();
    await put(s3, bucket_name, "there");
    const statuses = async () =>
      Promise.all(["/there", ""].map(async (path) => (await fetch(`${endpoint}/${bucket_name}${path}`)).status));
    expect(await statuses()).toEqual([200, 403]);
    await fixture.api("bucket.update", { bucket_name, is_public: false });
    expect(await statuses()).toEqual([403, 403]);
  });

  test("a key does what it may, in the buckets that it reaches, until it is deleted or expires", async () => {
    const { fixture } = open();
    const [one, other] = [await bucket(), await bucket()];
    const writer = await key({ permission: "write", bucket_names: [one] });
    const reader = await key({ permission: "read", bucket_names: [one] });
    const expires_at = new Date(Date.now() + 4_000).toISOString();
    const brief = await key({ permission: "read", expires_at });
    await put(writer.s3, one, "x");
    expect(await read(reader.s3, one, "x")).toBe("hello");
    for (const [what, forbidden] of Object.entries({
      "a writer reads": () => read(writer.s3, one, "x"),
      "a writer deletes": () => writer.s3.send(new DeleteObjectCommand({ Bucket: one, Key: "x" })),
      "a writer writes elsewhere": () => put(writer.s3, other, "x"),
      "a reader writes": () => put(reader.s3, one, "y"),
      "a reader lists elsewhere": () => reader.s3.send(new ListObjectsV2Command({ Bucket: other })),
    }))
      expect(await refusal(forbidden()), what).toMatch(/^403 /);
    await fixture.api("accessKey.delete", { access_key_id: reader.credentials.accessKeyId });
    expect(await refusal(read(reader.s3, one, "x"))).toBe("403 InvalidAccessKeyId");
    await expect
      .poll(() => refusal(read(brief.s3, one, "x")), { timeout: 60_000, interval: 500 })
      .toMatch(/^(400|403) (ExpiredToken|InvalidAccessKeyId|AccessDenied)/);
    // Objects outlive the key that wrote them, and belong to the workspace.
    await fixture.api("accessKey.delete", { access_key_id: writer.credentials.accessKeyId });
    const { url } = await fixture.api("object.createDownloadUrl", { bucket_name: one, object_key: "x" });
    expect(await (await fetch(url)).text()).toBe("hello");
  });

  test("lists have folders and pages, in the order of bytes", async () => {
    const { fixture } = open();
    const bucket_name = await bucket();
    const { s3 } = await key();
    const keys = ["a", "a/1", "a/2", "b/c/1", "b/c/2", "z", "ä"];
    for (const each of keys) await put(s3, bucket_name, each);
    const names = async (query: { prefix?: string; delimiter?: "/" }) => {
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = { bucket_name, limit: 2, ...query, ...(cursor !== undefined && { cursor }) };
        const { items, next } = await fixture.page(page);
        found.push(...items.map(({ key: name, kind }) => (kind === "prefix" ? `${name}…` : name)));
        if (next === null) return found;
        cursor = next;
      }
    };
    expect(await names({})).toEqual(keys);
    expect(await names({ delimiter: "/" })).toEqual(["a", "a/…", "b/…", "z", "ä"]);
    expect(await names({ prefix: "b/", delimiter: "/" })).toEqual(["b/c/…"]);
    expect(await names({ prefix: "a/" })).toEqual(["a/1", "a/2"]);
  });

  test("URLs of the API upload and download what they name", async () => {
    const { fixture } = open();
    const bucket_name = await bucket();
    const upload = await fixture.api("object.createUploadUrl", {
      ...{ bucket_name, object_key: ODD_KEY, content_type: "text/plain" },
    });
    expect((await fetch(upload.url, { method: "PUT", body: "sent", headers: upload.headers })).status).toBe(200);
    const [object] = await fixture.list({ bucket_name });
    expect(object).toMatchObject({ key: ODD_KEY, size: 4, kind: "object" });
    const download = { bucket_name, object_key: ODD_KEY, disposition: "attachment" } as const;
    const { url } = await fixture.api("object.createDownloadUrl", download);
    const answer = await fetch(url);
    expect([await answer.text(), answer.headers.get("content-type")]).toEqual(["sent", "text/plain"]);
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    expect((await fetch(url.replace("X-Amz-Expires=3600", "X-Amz-Expires=3601"))).status).toBe(403);
    expect(await refusal(fixture.api("object.createDownloadUrl", { bucket_name, object_key: "absent" }))).toBe(
      "404 not_found",
    );
  });

  test("an upload in parts makes one object, and an aborted one leaves none", async () => {
    const { fixture } = open();
    const bucket_name = await bucket();
    const bytes = randomBytes(PART + 777);
    const begin = () => fixture.api("multipartUpload.create", { bucket_name, object_key: ODD_KEY });
    const send = async (upload_id: string) => {
      const asked = { bucket_name, upload_id, part_numbers: [1, 2] };
      const { urls } = await fixture.api("multipartUpload.createPartUrls", asked);
      const bodies = [bytes.subarray(0, PART), bytes.subarray(PART)];
      return Promise.all(
        urls.map(async ({ part_number, url }, index) => {
          const answer = await fetch(url, { method: "PUT", body: bodies[index] ?? null });
          return { part_number, etag: answer.headers.get("etag") ?? "" };
        }),
      );
    };
    const { upload_id } = await begin();
    const parts = await send(upload_id);
    const complete = (size: number) =>
      fixture.api("multipartUpload.complete", { bucket_name, upload_id, parts, size, only_new: true });
    expect(await refusal(complete(bytes.length + 1))).toBe("409 size_differs");
    const made = await complete(bytes.length);
    expect(made).toMatchObject({ key: ODD_KEY, kind: "object", size: bytes.length });
    expect(await complete(bytes.length)).toEqual(made);
    const { url } = await fixture.api("object.createDownloadUrl", { bucket_name, object_key: ODD_KEY });
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
    const second = await begin();
    await fixture.api("multipartUpload.abort", { bucket_name, upload_id: second.upload_id });
    expect(await refusal(fixture.api("multipartUpload.abort", { bucket_name, upload_id: second.upload_id }))).toBe(
      "404 not_found",
    );
    await fixture.api("object.delete", { bucket_name, object_keys: [ODD_KEY] });
    await fixture.api("bucket.delete", { bucket_name });
  });

  test("versions are listed, downloaded, restored and deleted", async () => {
    const { fixture } = open();
    const bucket_name = await bucket();
    const { s3 } = await key();
    expect(await fixture.api("bucketVersioning.get", { bucket_name })).toEqual({ name: bucket_name, status: "off" });
    await fixture.api("bucketVersioning.put", { bucket_name, status: "enabled" });
    await put(s3, bucket_name, "x", "first");
    await put(s3, bucket_name, "x", "second");
    await put(s3, bucket_name, "xy", "another");
    const versions = async () => (await fixture.versions({ bucket_name, object_key: "x" })).items;
    const [newest, oldest] = await versions();
    expect([newest?.is_latest, oldest?.is_latest, (await versions()).length]).toEqual([true, false, 2]);
    const named = { bucket_name, object_key: "x", version_id: oldest?.version_id ?? "" };
    const { url } = await fixture.api("objectVersion.createDownloadUrl", named);
    expect(await (await fetch(url)).text()).toBe("first");
    await fixture.api("object.delete", { bucket_name, object_keys: ["x"] });
    expect((await versions()).map((version) => version.is_delete_marker)).toEqual([true, false, false]);
    expect((await fixture.versions({ bucket_name, deleted: true })).items.map((version) => version.key)).toEqual(["x"]);
    const restore = await fixture.api("objectVersion.createRestoreUrl", named);
    expect((await fetch(restore.url, { method: "PUT", headers: restore.headers })).status).toBe(200);
    expect(await read(s3, bucket_name, "x")).toBe("first");
    await fixture.api("objectVersion.delete", named);
    expect(await refusal(fixture.api("objectVersion.delete", named))).toBe("404 not_found");
    expect(await refusal(fixture.api("objectVersion.createDownloadUrl", named))).toBe("404 not_found");
    expect(await refusal(fixture.api("bucket.delete", { bucket_name }))).toBe("409 bucket_not_empty");
  });

  test("the default retention holds for what is written", async () => {
    const { fixture } = open();
    const bucket_name = await bucket({
      object_lock_enabled: true,
      default_retention: { mode: "GOVERNANCE", days: 1 },
    });
    await fixture.api("bucketVersioning.put", { bucket_name, status: "enabled" });
    const { s3 } = await key({ bypass_governance: true });
    await put(s3, bucket_name, "kept");
    const [object] = await fixture.list({ bucket_name });
    expect(Date.parse(object?.retained_until ?? "") - Date.now()).toBeGreaterThan(80_000_000);
    const [version] = (await fixture.versions({ bucket_name })).items;
    expect(version?.retained_until).toBe(object?.retained_until);
    const named = { bucket_name, object_key: "kept", version_id: version?.version_id ?? "" };
    expect(await refusal(fixture.api("objectVersion.delete", named))).toBe("409 object_retained");
    expect(await refusal(fixture.api("bucketVersioning.put", { bucket_name, status: "suspended" }))).toBe(
      "409 bucket_locked",
    );
    const VersionId = named.version_id;
    const bypass = { Bucket: bucket_name, Key: "kept", VersionId, BypassGovernanceRetention: true };
    await s3.send(new DeleteObjectCommand(bypass));
    await fixture.api("bucket.delete", { bucket_name });
  });

  test("an upload beyond the quota is refused, and the records tell what the bucket holds", async () => {
    const { fixture, count } = open();
    const bucket_name = await bucket();
    const { s3 } = await key();
    await fixture.api("bucketQuota.put", { bucket_name, size_bytes: 4096 });
    await put(s3, bucket_name, "small", "x".repeat(1000));
    expect(await refusal(put(s3, bucket_name, "large", "x".repeat(5000)))).toBe("403 QuotaExceeded");
    const usage = async () => {
      await count();
      const { object_count, total_size } = await fixture.api("bucket.get", { bucket_name });
      return { object_count, total_size };
    };
    await expect.poll(usage, { timeout: 60_000, interval: 500 }).toEqual({ object_count: 1, total_size: 1000 });
    const { size_bytes, used_bytes } = await fixture.api("bucketQuota.get", { bucket_name });
    // The embedded store also counts keys and metadata (docs/adr/0104).
    expect([size_bytes, used_bytes >= 1000, used_bytes < 1100]).toEqual([4096, true, true]);
    await fixture.api("bucketQuota.put", { bucket_name, size_bytes: null });
    await put(s3, bucket_name, "large", "x".repeat(5000));
  });
}
