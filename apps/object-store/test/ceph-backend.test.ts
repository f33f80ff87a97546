import { randomUUID } from "node:crypto";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { ALL_SCOPES, type OperationById, type OperationInput } from "@fulmar/contract";
import { addRegion, createToken, listAllRegions, removeRegion } from "@fulmar/core/operator";
import { cdnKey } from "@fulmar/core/s3-signing";
import { createWorkerServices, reconcilers, serveStorage } from "@fulmar/core/worker";
import { openDatabase } from "@fulmar/prisma";
import { needs, processUrl } from "@fulmar/testkit";
import { type Ceph, startCeph, whyNoCeph } from "@fulmar/testkit/ceph";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, backendConformance } from "./backend-conformance.ts";
import { settingsConformance } from "./settings-conformance.ts";
import { type Credentials, refusal, type StoreFixture, storeOfFile } from "./store-fixture.ts";

const reason = whyNoCeph();
if (reason !== undefined) test("a region on Ceph", needs("Ceph", false), () => {});
else describe("a Ceph RADOS Gateway", { timeout: 180_000 }, () => cephTests());

/** The gateway refuses bodies with unsigned trailers (docs/ceph.md). */
const CHECKSUMS = { requestChecksumCalculation: "WHEN_REQUIRED", responseChecksumValidation: "WHEN_REQUIRED" } as const;
const REGION = "eu-north-1";

function cephTests() {
  let ceph: Ceph;
  let fixture: StoreFixture;
  /** Runs at the end, last first. */
  const endings: (() => unknown)[] = [];
  let reconcile = async (_name: string) => {};
  /** Somebody else at the gateway. */
  let stranger: S3Client;

  beforeAll(async () => {
    ceph = await startCeph();
    endings.push(() => ceph.stop());
    ({ fixture } = await storeOfFile());
    const { database, configuration } = fixture;
    await addRegion(database.sql, configuration.secrets, region());
    const worker = openDatabase(processUrl(fixture.databaseUrl, "fulmar_worker"));
    const logger = pino({ level: "silent" });
    const services = createWorkerServices(worker, configuration);
    const storage = serveStorage(services, logger);
    endings.push(async () => {
      await storage.stop();
      await services.close();
      await worker.close();
    });
    reconcile = async (name) => {
      const found = reconcilers.find((one) => one.name === name);
      await found?.run(services, new AbortController().signal);
    };
    await reconcile("check-regions");
    stranger = clientOf({ accessKeyId: ceph.accessKeyId, secretAccessKey: ceph.secretAccessKey });
    endings.push(() => stranger.destroy());
    await stranger.send(new CreateBucketCommand({ Bucket: "of-a-stranger" }));
    await stranger.send(new PutObjectCommand({ Bucket: "of-a-stranger", Key: "kept", Body: "untouched" }));
  }, 300_000);

  afterAll(async () => {
    for (const end of endings.toReversed()) await end();
  }, 60_000);

  const region = (more: { region?: string; name?: string; secret_key?: string; endpoint_url?: string } = {}) => ({
    ...{ region: REGION, name: "North", backend: "rgw" as const, endpoint_url: ceph.endpoint },
    ...{ access_key: ceph.accessKeyId, secret_key: ceph.secretAccessKey, ...more },
  });
  const clientOf = (credentials: Credentials) =>
    new S3Client({
      // Of another region, the client sends a location, which the gateway does not know.
      ...{
        endpoint: ceph.endpoint,
        region: "us-east-1",
        forcePathStyle: true,
        credentials,
        maxAttempts: 1,
        ...CHECKSUMS,
      },
    });
  const count = () => reconcile("count-storage");

  const backend = (): Backend => ({
    ...{ fixture, region: REGION, endpoint: ceph.endpoint, count, reconcile: (name: string) => reconcile(name) },
    client: (credentials) => fixture.client(credentials, { endpoint: ceph.endpoint, ...CHECKSUMS }),
  });
  backendConformance(backend);

  settingsConformance(backend);

  test("what the gateway would ignore or never has is refused", async () => {
    const bucket_name = await fixture.bucket({ region: REGION });
    const put = (rule: OperationInput<OperationById<"bucketLifecycle.preview">>["rule"]) =>
      refusal(fixture.api("bucketLifecycle.put", { bucket_name, rules: [rule] }));
    expect(await put({ id: "a", filter: { larger_than_bytes: 10 }, expire_after_days: 3 })).toBe(
      "400 unsupported_by_region",
    );
    const earlier = { expire_earlier_versions_after_days: 3, keep_earlier_versions: 2 };
    expect(await put({ id: "a", ...earlier })).toBe("400 unsupported_by_region");
    expect(await fixture.api("bucketLifecycle.get", { bucket_name })).toMatchObject({ rules: [] });
    const lock = { bucket_name, default_retention: { mode: "GOVERNANCE" as const, days: 1 } };
    expect(await refusal(fixture.api("bucketObjectLock.put", lock))).toBe("400 unsupported_by_region");
    expect(await refusal(fixture.api("bucketPolicy.get", { bucket_name }))).toBe("400 unsupported_by_region");
  });

  test("a change is recorded when the gateway has made it, and refused while the bucket is frozen", async () => {
    const bucket_name = await fixture.bucket({ region: REGION });
    const rules = [{ allowed_origins: ["*"], allowed_methods: ["GET" as const] }];
    const { pool } = fixture.database;
    await pool.query("UPDATE bucket SET moving = 'frozen' WHERE name = $1", [bucket_name]);
    expect(await refusal(fixture.api("bucketCors.put", { bucket_name, rules }))).toBe("503 bucket_frozen");
    await pool.query("UPDATE bucket SET moving = NULL WHERE name = $1", [bucket_name]);
    // Until the worker has told the gateway, it may still be frozen there.
    const waiting = "SELECT FROM storage_owner WHERE applied_revision < revision";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(0);
    await fixture.api("bucketCors.put", { bucket_name, rules });
    const events = await pool.query<{ result: number }>(
      "SELECT result FROM audit_event WHERE action = 'bucketCors.put' AND resource_id = $1 ORDER BY at",
      [bucket_name],
    );
    expect(events.rows.map(({ result }) => result)).toEqual([200]);
  });

  test("a plan leaves the gateway as it is, and says that it does not show what changes there", async () => {
    const bucket_name = await fixture.bucket({ region: REGION });
    const s3 = backend().client(await fixture.key());
    await s3.send(new PutObjectCommand({ Bucket: bucket_name, Key: "a", Body: "x" }));
    const warnings = [expect.stringContaining("at the server of the region")];
    const rules = [{ allowed_origins: ["*"], allowed_methods: ["GET" as const] }];
    expect(await fixture.plan("bucketCors.put", { bucket_name, rules })).toMatchObject({ warnings });
    expect(await fixture.plan("object.delete", { bucket_name, object_keys: ["a"] })).toMatchObject({
      ...{ irreversible: true, warnings },
    });
    expect(await refusal(fixture.plan("bucket.delete", { bucket_name }))).toBe("409 bucket_not_empty");
    expect(await fixture.api("bucketCors.get", { bucket_name })).toMatchObject({ rules: [] });
    expect((await fixture.list({ bucket_name })).map(({ key }) => key)).toEqual(["a"]);
    const planned = { name: "planned-at-the-gateway", region: REGION };
    expect(await fixture.plan("bucket.create", planned)).toMatchObject({ changes: [{ action: "create" }] });
    expect(await refusal(fixture.api("bucket.get", { bucket_name: planned.name }))).toBe("404 not_found");
  });

  test("a region is connected only with a credential that its server accepts", async () => {
    const { sql } = fixture.database;
    const { secrets } = fixture.configuration;
    const other = { region: "eu-north-2", name: "North 2" };
    const seen = async (more: Parameters<typeof region>[0]) => {
      await addRegion(sql, secrets, region({ ...other, ...more }));
      await reconcile("check-regions");
      const row = (await listAllRegions(sql)).find((one) => one.region === other.region);
      await removeRegion(sql, other.region);
      return row;
    };
    const wrong = await seen({ secret_key: "wrong" });
    expect(wrong).toMatchObject({ connected_at: null, check_at: null, reachable: false });
    expect(wrong?.error_message).toContain("does not accept our credentials");
    expect((await seen({ endpoint_url: "http://127.0.0.1:1" }))?.error_message).toContain("does not answer");
    await expect(addRegion(sql, secrets, region())).rejects.toMatchObject({ code: "name_taken" });
    const [north] = (await listAllRegions(sql)).filter((one) => one.region === REGION);
    expect(north).toMatchObject({ reachable: true, connected_at: expect.any(Date), unknown_users: [] });
    expect(north?.unsupported).toContain("unsigned_trailers");
  });

  test("names are unique in the region: those of other workspaces and of strangers are taken", async () => {
    const name = await fixture.bucket({ region: REGION });
    const other = await fixture.createTenant();
    expect(await refusal(fixture.api("bucket.create", { name, region: REGION }, other))).toBe("400 name_taken");
    expect(await refusal(fixture.api("bucket.create", { name: "of-a-stranger", region: REGION }))).toBe(
      "400 name_taken",
    );
    // The same name in the region of the embedded store is another bucket, which each endpoint keeps to itself.
    await fixture.api("bucket.create", { name, region: "eu-central-1" }, other);
    const { s3 } = await embeddedKey();
    expect(await refusal(s3.send(new GetObjectCommand({ Bucket: name, Key: "x" })))).toBe("404 NoSuchBucket");
    const listed = await s3.send(new ListBucketsCommand({}));
    expect(listed.Buckets?.map((bucket) => bucket.Name)).not.toContain(name);
  });

  const embeddedKey = async () => {
    const credentials = await fixture.key();
    return { credentials, s3: fixture.client(credentials) };
  };

  test("a key of a workspace reaches no bucket of another one, also not by a name that was another's before", async () => {
    const name = await fixture.bucket({ region: REGION });
    const credentials = await fixture.key({ bucket_names: [name] });
    const s3 = fixture.client(credentials, { endpoint: ceph.endpoint, ...CHECKSUMS });
    const put = () => s3.send(new PutObjectCommand({ Bucket: name, Key: "x", Body: "x" }));
    await put();
    await fixture.api("object.delete", { bucket_name: name, object_keys: ["x"] });
    await fixture.api("bucket.delete", { bucket_name: name });
    const other = await fixture.createTenant();
    await fixture.api("bucket.create", { name, region: REGION }, other);
    expect(await refusal(put())).toMatch(/^403 /);
  });

  test("a token with IP ranges makes keys that work from there alone, and no URLs, which could not be bound", async () => {
    const bucket_name = await fixture.bucket({ region: REGION });
    const token = async (ranges: string[]) => {
      const { workspaceId } = fixture.tenant;
      const { organization_id: organizationId } = await fixture.database.prisma.workspace.findUniqueOrThrow({
        where: { workspace_id: BigInt(workspaceId) },
      });
      const made = await createToken(fixture.database, {
        ...{ organizationId, name: randomUUID(), scopes: ALL_SCOPES, workspacePolicy: "entire_organization" },
        ...{ workspaceIds: [], expiresAt: null, environment: "development" },
      });
      const where = { token_id: made.tokenId };
      await fixture.database.prisma.apiToken.update({ where, data: { allowed_ip_ranges: ranges } });
      return { where, as: { workspaceId, token: made.token } };
    };
    const { where, as } = await token(["127.0.0.0/8", "::1/128"]);
    const credentials = await fixture.keyFrom("127.0.0.1", as);
    const s3 = fixture.client(credentials, { endpoint: ceph.endpoint, ...CHECKSUMS });
    const put = () => s3.send(new PutObjectCommand({ Bucket: bucket_name, Key: "x", Body: "x" }));
    await put();
    await fixture.database.prisma.apiToken.update({ where, data: { allowed_ip_ranges: ["10.0.0.0/8"] } });
    await expect.poll(() => refusal(put()), { timeout: 60_000, interval: 200 }).toMatch(/^403 /);
  });

  test("a key of a token that gets a guard reads, and changes nothing at the gateway", async () => {
    const bucket_name = await fixture.bucket({ region: REGION });
    const scopes = [...ALL_SCOPES];
    const body = {
      name: randomUUID(),
      scopes,
      workspace_policy: "entire_organization" as const,
      workspace_ids: [],
      expires_at: null,
    };
    const { token, token_id } = await fixture.api("apiToken.create", body);
    const as = { workspaceId: fixture.tenant.workspaceId, token };
    const clientFor = async (permission: "read_write" | "write") =>
      fixture.client(await fixture.key({ permission }, as), { endpoint: ceph.endpoint, ...CHECKSUMS });
    const [both, writer] = [await clientFor("read_write"), await clientFor("write")];
    const object = { Bucket: bucket_name, Key: "x" };
    for (const s3 of [both, writer]) await s3.send(new PutObjectCommand({ ...object, Body: "x" }));
    await fixture.api("apiToken.update", { token_id, guard: "approve_destructive" });
    const lost = async () => [
      await refusal(both.send(new PutObjectCommand({ ...object, Body: "y" }))),
      await refusal(writer.send(new PutObjectCommand({ ...object, Body: "y" }))),
    ];
    const denied = [expect.stringMatching(/^403 /), expect.stringMatching(/^403 /)];
    await expect.poll(lost, { timeout: 60_000, interval: 200 }).toEqual(denied);
    expect(await refusal(both.send(new DeleteObjectCommand(object)))).toMatch(/^403 /);
    expect(await refusal(both.send(new GetObjectCommand(object)))).toBe("no refusal");
  });

  test("URLs live an hour at most", async () => {
    const bucket_name = await fixture.bucket({ region: REGION });
    const asked = { bucket_name, object_key: "x", expires_in: 3_601 };
    expect(await refusal(fixture.api("object.createUploadUrl", asked))).toBe("400 invalid_request");
  });

  test("the CDN reads a bucket that it serves by a key of its own, for as long as it serves it", async () => {
    const bucket_name = await fixture.bucket({ region: REGION });
    const s3 = fixture.client(await fixture.key(), { endpoint: ceph.endpoint, ...CHECKSUMS });
    await s3.send(new PutObjectCommand({ Bucket: bucket_name, Key: "x", Body: "served" }));
    const { id } = await fixture.api("cdnDistribution.create", { name: randomUUID(), origin_id: bucket_name });
    const { workspaceId } = fixture.tenant;
    const { bucket_id: bucketId } = await fixture.database.prisma.bucket.findFirstOrThrow({
      where: { workspace_id: BigInt(workspaceId), name: bucket_name },
    });
    const edge = clientOf(cdnKey(fixture.configuration.secrets[0], { workspaceId, bucketId }));
    const read = () => refusal(edge.send(new GetObjectCommand({ Bucket: bucket_name, Key: "x" })));
    await expect.poll(read, { timeout: 60_000, interval: 200 }).toBe("no refusal");
    expect(await refusal(edge.send(new PutObjectCommand({ Bucket: bucket_name, Key: "y", Body: "y" })))).toMatch(
      /^403 /,
    );
    await fixture.api("cdnDistribution.delete", { distribution_id: id });
    await expect.poll(read, { timeout: 60_000, interval: 200 }).toMatch(/^403 /);
    edge.destroy();
  });

  test("transfer is told for the hour, once", async () => {
    const bucket_name = await fixture.bucket({ region: REGION });
    const s3 = fixture.client(await fixture.key(), { endpoint: ceph.endpoint, ...CHECKSUMS });
    await s3.send(new PutObjectCommand({ Bucket: bucket_name, Key: "x", Body: "x".repeat(1000) }));
    for (const _ of [1, 2])
      await (await s3.send(new GetObjectCommand({ Bucket: bucket_name, Key: "x" }))).Body?.transformToString();
    const bytes = async () => {
      await count();
      const rows = await fixture.database.pool.query<{ bytes: string }>(
        "SELECT sum(bytes) AS bytes FROM transfer WHERE resource_id = $1",
        [bucket_name],
      );
      return Number(rows.rows[0]?.bytes ?? 0);
    };
    await expect.poll(bytes, { timeout: 60_000, interval: 500 }).toBe(2_000);
    expect(await bytes()).toBe(2_000);
  });

  test("what a crash has left behind is repaired", async () => {
    const { pool } = fixture.database;
    const name = await fixture.bucket({ region: REGION });
    // A deletion removed the bucket there and was not committed here.
    const reserved = `bucket-${randomUUID().slice(0, 8)}`;
    await pool.query("UPDATE storage_bucket SET reserved_at = now() - interval '1 hour' WHERE name = $1", [name]);
    const { rows } = await pool.query<{ workspace_id: string }>(
      "SELECT workspace_id FROM storage_bucket WHERE name = $1",
      [name],
    );
    const workspaceId = rows[0]?.workspace_id;
    await ceph.run("radosgw-admin", "bucket", "rm", `--bucket=${name}`);
    await count();
    const s3 = fixture.client(await fixture.key(), { endpoint: ceph.endpoint, ...CHECKSUMS });
    const put = () => refusal(s3.send(new PutObjectCommand({ Bucket: name, Key: "x", Body: "x" })));
    await expect.poll(put, { timeout: 60_000, interval: 200 }).toBe("no refusal");
    // A request reserved a name, a worker made the bucket, and the request was never carried out.
    await pool.query(
      `INSERT INTO storage_bucket (region, name, workspace_id, bucket_id, object_lock, reserved_at)
       VALUES ($1, $2, $3, $4, false, now())`,
      [REGION, reserved, workspaceId, `bkt_${randomUUID()}`],
    );
    const touch = () => pool.query("SELECT touch_storage_owners($1)", [workspaceId]);
    const state = async () =>
      (await pool.query<{ state: string }>("SELECT state FROM storage_bucket WHERE name = $1", [reserved])).rows[0]
        ?.state;
    await touch();
    await expect.poll(state, { timeout: 60_000, interval: 200 }).toBe("made");
    await pool.query("UPDATE storage_bucket SET reserved_at = now() - interval '1 hour' WHERE name = $1", [reserved]);
    await touch();
    await expect.poll(state, { timeout: 60_000, interval: 200 }).toBeUndefined();
  });

  test("in the end nothing of ours is left, and everything of others", async () => {
    const { pool } = fixture.database;
    await expect(removeRegion(fixture.database.sql, REGION)).rejects.toMatchObject({ code: "region_in_use" });
    const ours = "SELECT name FROM bucket WHERE backend = 'rgw' AND workspace_id = $1";
    const { workspaceId } = fixture.tenant;
    for (const { name: bucket_name } of (await pool.query<{ name: string }>(ours, [workspaceId])).rows) {
      const { items } = await fixture.versions({ bucket_name });
      for (const { key: object_key, version_id } of items)
        await fixture.api("objectVersion.delete", { bucket_name, object_key, version_id });
      await fixture.api("bucket.delete", { bucket_name });
    }
    // Those of other workspaces are empty.
    await pool.query("DELETE FROM bucket WHERE backend = 'rgw'");
    // Two minutes later: until then, a reserved name may belong to a bucket that is being made.
    await pool.query("UPDATE storage_bucket SET reserved_at = reserved_at - interval '2 minutes'");
    await pool.query("UPDATE storage_owner SET apply_at = now()");
    const left = async () => (await pool.query("SELECT workspace_id, error_message FROM storage_owner")).rows;
    await expect.poll(left, { timeout: 120_000, interval: 500 }).toEqual([]);
    expect(JSON.parse(await ceph.run("radosgw-admin", "user", "list"))).toEqual(["fulmar-control-plane"]);
    const kept = await stranger.send(new GetObjectCommand({ Bucket: "of-a-stranger", Key: "kept" }));
    expect(await kept.Body?.transformToString()).toBe("untouched");
    await removeRegion(fixture.database.sql, REGION);
    expect((await listAllRegions(fixture.database.sql)).map(({ region }) => region)).not.toContain(REGION);
  });
}
