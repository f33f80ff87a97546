import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { describe, expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture } = await storeOfFile();

/** The status of an unsigned request, with the code of its refusal. */
async function plain(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  return `${response.status} ${/<Code>(\w+)</.exec(text)?.[1] ?? text}`;
}

describe("an access key", () => {
  test("403 AccessDenied for every write with a read-only key", async () => {
    const Bucket = await fixture.bucket();
    await fixture.client(await fixture.key()).send(new PutObjectCommand({ Bucket, Key: "a", Body: "a" }));
    const s3 = fixture.client(await fixture.key({ permission: "read" }));
    expect(await refusal(s3.send(new GetObjectCommand({ Bucket, Key: "a" })))).toBe("no refusal");
    for (const command of [
      new PutObjectCommand({ Bucket, Key: "b", Body: "b" }),
      new DeleteObjectCommand({ Bucket, Key: "a" }),
      new CopyObjectCommand({ Bucket, Key: "b", CopySource: `${Bucket}/a` }),
    ]) {
      expect(await refusal(s3.send(command as PutObjectCommand))).toBe("403 AccessDenied");
    }
    expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: 1 });
    await fixture.expectSwept();
  });

  test("403 AccessDenied for listing, reading, copying and deleting with a write-only key, which uploads", async () => {
    const Bucket = await fixture.bucket();
    const s3 = fixture.client(await fixture.key({ permission: "write" }));
    const Key = "a";
    expect(await refusal(s3.send(new PutObjectCommand({ Bucket, Key, Body: "a" })))).toBe("no refusal");
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: "parts" }));
    const upload = { Bucket, Key: "parts", UploadId };
    const { ETag } = await s3.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: "part" }));
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }));
    const refused = await Promise.all(
      [
        s3.send(new GetObjectCommand({ Bucket, Key })),
        s3.send(new ListObjectsV2Command({ Bucket })),
        s3.send(new CopyObjectCommand({ Bucket, Key: "b", CopySource: `${Bucket}/a` })),
        s3.send(new DeleteObjectCommand({ Bucket, Key })),
        s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } })),
      ].map(refusal),
    );
    expect(refused).toEqual(refused.map(() => "403 AccessDenied"));
    expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 2, total_size: 5 });
  });

  test("a key for some buckets lists and reaches only these", async () => {
    const [Bucket, other] = [await fixture.bucket(), await fixture.bucket()];
    await fixture.client(await fixture.key()).send(new PutObjectCommand({ Bucket: other, Key: "a", Body: "a" }));
    const s3 = fixture.client(await fixture.key({ bucket_names: [Bucket] }));
    expect((await s3.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toEqual([Bucket]);
    for (const name of [other, "absent-bucket"])
      expect(await refusal(s3.send(new ListObjectsV2Command({ Bucket: name })))).toBe("403 AccessDenied");
    expect(await refusal(s3.send(new CopyObjectCommand({ Bucket, Key: "b", CopySource: `${other}/a` })))).toBe(
      "403 AccessDenied",
    );
    expect(await refusal(s3.send(new PutObjectCommand({ Bucket, Key: "b", Body: "b" })))).toBe("no refusal");
  });

  test("buckets are listed in pages, by prefix and by region", async () => {
    const tenant = await fixture.createTenant();
    const s3 = fixture.client(await fixture.key({}, tenant));
    const list = async (input: object) => {
      const { Buckets = [], ContinuationToken, Owner } = await s3.send(new ListBucketsCommand(input));
      expect(Owner).toEqual({ ID: tenant.workspaceId, DisplayName: tenant.workspaceId });
      return { names: Buckets.map(({ Name }) => Name), next: ContinuationToken };
    };
    expect(await list({ MaxBuckets: 1 })).toEqual({ names: [], next: undefined });
    const names = ["logs-1", "logs-2", "photos", "logs-3"];
    for (const name of names) await fixture.api("bucket.create", { name, region: "eu-central-1" }, tenant);
    await fixture.api("bucket.create", { name: "logs-4", region: "eu-west-1" }, tenant);
    const { names: first, next } = await list({ MaxBuckets: 2, Prefix: "logs-" });
    expect(first).toEqual(["logs-1", "logs-2"]);
    expect(await list({ MaxBuckets: 2, Prefix: "logs-", ContinuationToken: next })).toEqual({
      names: ["logs-3", "logs-4"],
      next: undefined,
    });
    expect((await list({ BucketRegion: "eu-west-1" })).names).toEqual(["logs-4"]);
    for (const wrong of [{ MaxBuckets: 0 }, { MaxBuckets: 1, ContinuationToken: "no token" }])
      expect(await refusal(s3.send(new ListBucketsCommand(wrong)))).toBe("400 InvalidArgument");
  });

  test("403 where a bucket has another owner than expected, and nothing is written, read or copied", async () => {
    const Bucket = await fixture.bucket();
    const s3 = fixture.client(await fixture.key());
    const [ours, theirs] = [fixture.tenant.workspaceId, "123456789012"];
    const put = (owner: string) =>
      refusal(s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "a", ExpectedBucketOwner: owner })));
    expect(await put(theirs)).toBe("403 AccessDenied");
    expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 0, total_size: 0 });
    expect(await put(ours)).toBe("no refusal");
    const asked = { Bucket, ExpectedBucketOwner: theirs };
    const copy = { Bucket, Key: "b", CopySource: `${Bucket}/a` };
    const refused = await Promise.all(
      [
        s3.send(new GetObjectCommand({ ...asked, Key: "a" })),
        s3.send(new ListObjectsV2Command(asked)),
        s3.send(new DeleteObjectCommand({ ...asked, Key: "a" })),
        s3.send(new CopyObjectCommand({ ...copy, ExpectedSourceBucketOwner: theirs })),
      ].map(refusal),
    );
    expect(refused).toEqual(refused.map(() => "403 AccessDenied"));
    expect(await refusal(s3.send(new CopyObjectCommand({ ...copy, ExpectedSourceBucketOwner: ours })))).toBe(
      "no refusal",
    );
  });

  test("a key does not reach a bucket of the same name in another workspace", async () => {
    const stranger = await fixture.createTenant();
    const Bucket = await fixture.bucket();
    const theirs = fixture.client(await fixture.key({}, stranger));
    expect(await refusal(theirs.send(new ListObjectsV2Command({ Bucket })))).toBe("404 NoSuchBucket");
    await fixture.api("bucket.create", { name: Bucket, region: "eu-central-1" }, stranger);
    const ours = fixture.client(await fixture.key());
    await ours.send(new PutObjectCommand({ Bucket, Key: "a", Body: "ours" }));
    expect(await refusal(theirs.send(new GetObjectCommand({ Bucket, Key: "a" })))).toBe("404 NoSuchKey");
  });

  test("403 from the first request after a key is deleted or expires; last_used_at is recorded", async () => {
    const Bucket = await fixture.bucket();
    const [deleted, expired] = [
      await fixture.key(),
      await fixture.key({ expires_at: new Date(Date.now() + 60_000).toISOString() }),
    ];
    const list = (key: typeof deleted) => refusal(fixture.client(key).send(new ListObjectsV2Command({ Bucket })));
    expect([await list(deleted), await list(expired)]).toEqual(["no refusal", "no refusal"]);
    await expect
      .poll(async () => (await fixture.api("accessKey.get", { access_key_id: deleted.accessKeyId })).last_used_at)
      .not.toBeNull();
    await fixture.api("accessKey.delete", { access_key_id: deleted.accessKeyId });
    await fixture.database.pool.query("UPDATE access_key SET expires_at = now() WHERE access_key_id = $1", [
      expired.accessKeyId,
    ]);
    expect([await list(deleted), await list(expired)]).toEqual(["403 InvalidAccessKeyId", "403 AccessDenied"]);
  });

  test("403 for a wrong secret or a clock that is off by 16 minutes", async () => {
    const Bucket = await fixture.bucket();
    const key = await fixture.key();
    const wrong = fixture.client({ ...key, secretAccessKey: `${key.secretAccessKey}x` });
    expect(await refusal(wrong.send(new ListObjectsV2Command({ Bucket })))).toBe("403 SignatureDoesNotMatch");
    for (const systemClockOffset of [-16 * 60_000, 16 * 60_000]) {
      expect(await refusal(fixture.client(key, { systemClockOffset }).send(new ListObjectsV2Command({ Bucket })))).toBe(
        "403 RequestTimeTooSkewed",
      );
    }
  });
});

describe("a presigned URL", () => {
  test("from the SDK: valid only for its method, key, parameters and lifetime", async () => {
    const Bucket = await fixture.bucket();
    const s3 = fixture.client(await fixture.key());
    const put = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: "a b/ü.txt", Metadata: { kept: "too" } }), {
      expiresIn: 60,
    });
    const get = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: "a b/ü.txt" }), { expiresIn: 60 });
    expect(await plain(put, { method: "PUT", body: "signed" })).toBe("200 ");
    expect(await plain(get)).toBe("200 signed");
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: "a b/ü.txt" }))).Metadata).toEqual({ kept: "too" });
    expect(await plain(get, { method: "PUT", body: "x" })).toBe("403 SignatureDoesNotMatch");
    expect(await plain(get.replace("%C3%BC", "u"))).toBe("403 SignatureDoesNotMatch");
    expect(await plain(`${get}&response-content-type=text/html`)).toBe("403 SignatureDoesNotMatch");
    expect(await plain(get.replace("X-Amz-Expires=60", "X-Amz-Expires=600000"))).toBe("403 SignatureDoesNotMatch");
    expect(await plain(put, { method: "PUT", body: "", headers: { "x-amz-copy-source": `${Bucket}/a` } })).toBe(
      "403 AccessDenied",
    );
    const old = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: "a" }), {
      expiresIn: 60,
      signingDate: new Date(Date.now() - 61_000),
    });
    expect(await plain(old)).toBe("403 AccessDenied");
    const long = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: "a" }), { expiresIn: 604_800 });
    expect(await plain(long.replace("604800", "604801"))).toBe("400 AuthorizationQueryParametersError");
  });

  test("from the public API: uploads and downloads, also from the console's origin", async () => {
    const bucket_name = await fixture.bucket();
    const object_key = "a folder/ü & 100%.txt";
    const upload = await fixture.api("object.createUploadUrl", {
      bucket_name,
      object_key,
      content_type: "text/plain; charset=utf-8",
    });
    expect(upload).toMatchObject({ method: "PUT", headers: { "content-type": "text/plain; charset=utf-8" } });
    const origin = "http://127.0.0.1:3000";
    const preflight = {
      origin,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "content-type",
    };
    const allowed = await fetch(upload.url, { method: "OPTIONS", headers: preflight });
    expect([
      allowed.status,
      allowed.headers.get("access-control-allow-origin"),
      allowed.headers.get("access-control-allow-headers"),
    ]).toEqual([204, origin, "content-type"]);
    expect(
      (await fetch(upload.url, { method: "OPTIONS", headers: { ...preflight, origin: "http://evil.example" } })).status,
    ).toBe(403);

    expect(await plain(upload.url, { method: "PUT", body: "text", headers: { "content-type": "text/html" } })).toBe(
      "403 SignatureDoesNotMatch",
    );
    const put = await fetch(upload.url, { method: "PUT", body: "text", headers: { ...upload.headers, origin } });
    expect([put.status, put.headers.get("access-control-expose-headers")]).toEqual([200, "ETag"]);
    const download = await fixture.api("object.createDownloadUrl", {
      bucket_name,
      object_key,
      disposition: "attachment",
    });
    const got = await fetch(download.url);
    expect(got.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''%C3%BC%20%26%20100%25.txt");
    expect([await got.text(), got.headers.get("content-type")]).toEqual(["text", "text/plain; charset=utf-8"]);
    expect(await refusal(fixture.api("object.createDownloadUrl", { bucket_name, object_key: "absent" }))).toBe(
      "404 not_found",
    );

    const { rows } = await fixture.database.pool.query(
      "SELECT action FROM audit_event WHERE action LIKE 'object.%' AND result = 200 AND resource_id = $1 ORDER BY at",
      [bucket_name],
    );
    expect(rows.map(({ action }) => action)).toEqual(["object.createUploadUrl", "object.createDownloadUrl"]);
    const { rows: kept } = await fixture.database.pool.query(
      "SELECT body FROM idempotency_key WHERE operation LIKE 'object.%'",
    );
    expect(kept).toEqual([]);
  });

  test("the API's own credential works only in its signed URLs", async () => {
    const Bucket = await fixture.bucket();
    const { url } = await fixture.api("object.createUploadUrl", { bucket_name: Bucket, object_key: "a" });
    const accessKeyId = new URL(url).searchParams.get("X-Amz-Credential")?.split("/")[0] ?? "";
    expect(accessKeyId).toMatch(new RegExp(`^FULMARURL-${fixture.tenant.workspaceId}-tok_`));
    const forged = (id: string) =>
      fixture.client({ accessKeyId: id, secretAccessKey: "guess" }).send(new ListObjectsV2Command({ Bucket }));
    // It does not reveal which workspaces exist: 987654321 does not.
    for (const id of [accessKeyId, "FULMARURL-987654321-tok_absent"])
      expect(await refusal(forged(id)), id).toBe("403 SignatureDoesNotMatch");
    const { url: ended } = await fixture.api("object.createUploadUrl", { bucket_name: Bucket, object_key: "a" });
    await fixture.database.pool.query("UPDATE workspace SET deleted_at = now() WHERE workspace_id = $1", [
      fixture.tenant.workspaceId,
    ]);
    expect(await plain(ended, { method: "PUT", body: "x" })).toBe("403 AccessDenied");
    await fixture.database.pool.query("UPDATE workspace SET deleted_at = NULL WHERE workspace_id = $1", [
      fixture.tenant.workspaceId,
    ]);
  });
});

describe("a URL of the API ends with the credential that made it", () => {
  test.each([
    ["revoked", "revoked_at = now()"],
    ["expired", "expires_at = now()"],
    ["without the scope", "scopes = ARRAY['object-storage.read']"],
    ["without the workspace", "workspace_policy = 'specific_workspaces', workspace_ids = ARRAY[0]::bigint[]"],
  ])("403 AccessDenied once its token is %s", async (_what, change) => {
    const tenant = await fixture.createTenant();
    const bucket_name = await fixture.bucket({}, tenant);
    const { url } = await fixture.api("object.createUploadUrl", { bucket_name, object_key: "a" }, tenant);
    expect(await plain(url, { method: "PUT", body: "x" })).toBe("200 ");
    const tokenId = /FULMARURL-\d+-(tok_\w+)/.exec(url)?.[1];
    await fixture.database.pool.query(`UPDATE api_token SET ${change} WHERE token_id = $1`, [tokenId]);
    expect(await plain(url, { method: "PUT", body: "x" })).toBe("403 AccessDenied");
  });

  test("403 AccessDenied once the session has ended, and once its user is no member", async () => {
    const { database, tenant } = fixture;
    const bucket_name = await fixture.bucket();
    const urlOf = async (sessionId: string) => {
      await database.pool.query(
        `INSERT INTO session (id, token, user_id, expires_at, created_at, updated_at)
           VALUES ($1, $1, 'user_url', now() + interval '1 day', now(), now())`,
        [sessionId],
      );
      const { url } = await fixture.console("object.createUploadUrl", { bucket_name, object_key: "a" }, sessionId);
      expect(await plain(url, { method: "PUT", body: "x" })).toBe("200 ");
      return url;
    };
    await database.pool.query(
      `WITH made AS (INSERT INTO "user" (id, name, email, created_at, updated_at)
                     VALUES ('user_url', 'Ada', 'ada@example.com', now(), now()))
       INSERT INTO member (organization_id, user_id, role) SELECT organization_id, 'user_url', 'developer'
         FROM workspace WHERE workspace_id = $1`,
      [tenant.workspaceId],
    );
    const [ended, left] = [await urlOf("sessionone"), await urlOf("sessiontwo")];
    await database.pool.query("DELETE FROM session WHERE id = 'sessionone'");
    expect(await plain(ended, { method: "PUT", body: "x" })).toBe("403 AccessDenied");
    await database.pool.query("DELETE FROM member WHERE user_id = 'user_url'");
    expect(await plain(left, { method: "PUT", body: "x" })).toBe("403 AccessDenied");
  });
});

describe("anonymous requests", () => {
  test("read objects of a public bucket by workspace and name, and nothing else", async () => {
    const Bucket = await fixture.bucket({ is_public: true });
    const s3 = fixture.client(await fixture.key());
    await s3.send(new PutObjectCommand({ Bucket, Key: "a b.html", Body: "<p>hello", ContentType: "text/html" }));
    const base = `${fixture.endpoint}/${fixture.tenant.workspaceId}:${Bucket}`;
    const got = await fetch(`${base}/a%20b.html`);
    expect([
      await got.text(),
      got.headers.get("content-security-policy"),
      got.headers.get("x-content-type-options"),
    ]).toEqual(["<p>hello", "sandbox", "nosniff"]);
    for (const ContentType of [
      "image/png, text/html",
      "application/rss+xml",
      "multipart/x-mixed-replace; boundary=b",
    ]) {
      await s3.send(new PutObjectCommand({ Bucket, Key: "disguised", Body: "<p>hello", ContentType }));
      expect((await fetch(`${base}/disguised`)).headers.get("content-security-policy"), ContentType).toBe("sandbox");
    }
    expect((await fetch(`${base}/a%20b.html`, { method: "HEAD" })).status).toBe(200);
    expect(await plain(`${base}/absent`)).toBe("404 NoSuchKey");
    for (const url of [base, `${base}/`, `${base}?list-type=2`, `${base}/a%20b.html?acl`, fixture.endpoint]) {
      expect(await plain(url), url).toBe("403 AccessDenied");
    }
    expect(await plain(`${base}/new`, { method: "PUT", body: "x" })).toBe("403 AccessDenied");
    const plainPath = `${fixture.endpoint}/${Bucket}/a%20b.html`;
    expect((await fetch(plainPath)).status).toBe(200);
    const other = await fixture.createTenant();
    await fixture.api("bucket.create", { name: Bucket, region: "eu-central-1", is_public: true }, other);
    const theirs = fixture.client(await fixture.key({}, other));
    await theirs.send(new PutObjectCommand({ Bucket, Key: "theirs", Body: "theirs" }));
    expect(await plain(`${fixture.endpoint}/${Bucket}/theirs`)).toBe("404 NoSuchKey");
    await fixture.api("bucket.update", { bucket_name: Bucket, is_public: false });
    expect(await plain(`${base}/a%20b.html`)).toBe("403 AccessDenied");
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: "a b.html" }))).ContentLength).toBe(8);
  });
});

test("200 from /healthz and /readyz; 503 from /readyz after the signal to leave", async () => {
  expect(await plain(`${fixture.endpoint}/healthz`)).toBe('200 {"status":"ok"}');
  expect(await plain(`${fixture.endpoint}/readyz`)).toBe('200 {"status":"ready"}');
  fixture.leave();
  expect((await fetch(`${fixture.endpoint}/readyz`)).status).toBe(503);
});
