import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  GetObjectRetentionCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { beginMove, cancelMove, readMove } from "@fulmar/core/operator";
import { needs, programEnvironment } from "@fulmar/testkit";
import { whyNoCeph } from "@fulmar/testkit/ceph";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REGION, type RegionFixture, startRegion } from "./region-fixture.ts";
import { type Credentials, refusal, storeOfFile } from "./store-fixture.ts";

const EMBEDDED = "eu-central-1";
const ODD_KEY = "a folder/ü & 100%+#?<'\".txt";
const MIB = 1024 * 1024;
const byText = (a: string, b: string) => (a < b ? -1 : 1);

describe("without a server", async () => {
  const { fixture, s3 } = await storeOfFile();

  test("a bucket is not moved where it cannot be", async () => {
    const name = await fixture.bucket();
    const begin = (to: string, bucket = name, workspaceId: bigint | null = null) =>
      refusal(beginMove(fixture.database, { name: bucket, workspaceId }, to));
    expect(await begin("eu-west-1", "no-such-bucket")).toBe("404 not_found");
    expect(await begin("nowhere")).toBe("400 no_such_region");
    expect(await begin(EMBEDDED)).toBe("409 same_region");
    expect(await refusal(cancelMove(fixture.database, { name, workspaceId: null }))).toBe("409 no_move");
    const other = await fixture.createTenant();
    await fixture.api("bucket.create", { name, region: EMBEDDED }, other);
    expect(await begin("eu-west-1")).toBe("400 ambiguous");
    await fixture.api("bucketVersioning.put", { bucket_name: name, status: "suspended" });
    expect(await begin("eu-west-1", name, BigInt(fixture.tenant.workspaceId))).toBe("409 versioning_suspended");
  });

  test("a bucket that moves is not deleted, keeps its versioning, and moves once at a time", async () => {
    const name = await fixture.bucket();
    const named = { name, workspaceId: null };
    await beginMove(fixture.database, named, "eu-west-1");
    expect(await refusal(beginMove(fixture.database, named, "eu-west-1"))).toBe("409 bucket_moves");
    expect(await refusal(fixture.api("bucket.delete", { bucket_name: name }))).toBe("409 bucket_moves");
    const enable = fixture.api("bucketVersioning.put", { bucket_name: name, status: "enabled" });
    expect(await refusal(enable)).toBe("409 bucket_moves");
    await s3.send(new PutObjectCommand({ Bucket: name, Key: "x", Body: "still written" }));
  });
});

const reason = whyNoCeph();
if (reason !== undefined) test("moves to a region on Ceph", needs("Ceph", false), () => {});
else describe("with a region on Ceph", { timeout: 300_000 }, () => cephTests());

function cephTests() {
  let region: RegionFixture;
  let credentials: Credentials;
  /** Clients of the embedded store and of the gateway, by one access key. */
  let here: S3Client;
  let there: S3Client;

  beforeAll(async () => {
    region = await startRegion();
    // The first bucket of a gateway takes some seconds.
    await region.fixture.bucket({ region: REGION });
    credentials = await region.fixture.key({ bypass_governance: true });
    here = region.fixture.client(credentials);
    there = region.client(credentials);
  }, 300_000);
  afterAll(() => region.close(), 60_000);

  const begin = (name: string, to: string) => beginMove(region.fixture.database, { name, workspaceId: null }, to);
  const stateOf = (moveId: string) => readMove(region.fixture.database, moveId);
  const pool = () => region.fixture.database.pool;

  /** Lets the worker go on until the move has ended. */
  async function ended(moveId: string) {
    let problem: unknown;
    for (let runs = 0; runs < 60; runs++) {
      await pool().query("UPDATE bucket_move SET next_at = now()");
      await region.reconcile("move-buckets").catch((error: unknown) => {
        problem = error; // The next run goes on.
      });
      const move = await stateOf(moveId);
      if (move.ended_at !== null) return move;
    }
    throw new Error(
      "the move does not end: " +
        `${JSON.stringify(await stateOf(moveId), (_, value) => (typeof value === "bigint" ? String(value) : value))}`,
      { cause: problem },
    );
  }

  const text = async (s3: S3Client, Bucket: string, Key: string, VersionId?: string) =>
    (await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }))).Body?.transformToString();
  const put = (s3: S3Client, Bucket: string, Key: string, Body: string | Buffer = "hello") =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body }));

  /** Each key of a bucket with its versions, oldest first. */
  async function content(s3: S3Client, Bucket: string) {
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const all = [...Versions, ...DeleteMarkers.map((marker) => ({ ...marker, ETag: "deleted" }))];
    return all.map(({ Key, ETag, IsLatest }) => `${Key} ${ETag} ${IsLatest}`).toSorted(byText);
  }

  async function expectEmptyEmbedded(name: string) {
    const { rows } = await pool().query(
      `SELECT key FROM object o JOIN bucket b USING (workspace_id, bucket_id) WHERE b.name = $1 UNION ALL
         SELECT key FROM object_version v JOIN bucket b USING (workspace_id, bucket_id) WHERE b.name = $1`,
      [name],
    );
    expect(rows).toEqual([]);
    await region.fixture.expectSwept();
  }

  async function expectNoBucketThere(name: string) {
    const state = async () => (await pool().query("SELECT state FROM storage_bucket WHERE name = $1", [name])).rows;
    await expect.poll(state, { timeout: 60_000, interval: 200 }).toEqual([]);
    expect(JSON.parse(await region.ceph.run("radosgw-admin", "bucket", "list"))).not.toContain(name);
  }

  test("a bucket moves to the server and back, with what its objects are described by", async () => {
    const { fixture } = region;
    const name = await fixture.bucket({ is_public: true });
    const described = {
      ...{ Bucket: name, Key: ODD_KEY, Body: "described", ContentType: "text/plain", CacheControl: "max-age=60" },
      ...{ ContentDisposition: "attachment", Metadata: { colour: "blue" }, Tagging: "a=1&b=x%26y" },
    };
    await here.send(new PutObjectCommand(described));
    await put(here, name, "empty", "");
    await put(here, name, "large", randomBytes(9 * MIB));
    const parts = await multipart(here, name, "in-parts");
    const rules = [{ AllowedMethods: ["GET"], AllowedOrigins: ["https://example.com"] }];
    await here.send(new PutBucketCorsCommand({ Bucket: name, CORSConfiguration: { CORSRules: rules } }));
    const lifecycle = {
      Rules: [{ ID: "old", Status: "Enabled" as const, Filter: { Prefix: "old/" }, Expiration: { Days: 9 } }],
    };
    await here.send(new PutBucketLifecycleConfigurationCommand({ Bucket: name, LifecycleConfiguration: lifecycle }));
    const before = await content(here, name);

    expect(await ended(await begin(name, REGION))).toMatchObject({
      outcome: "done",
      other_etags: 0n,
      wrong_copies: 0n,
    });
    expect(await fixture.api("bucket.get", { bucket_name: name })).toMatchObject({ region: REGION, object_count: 4 });
    expect(await content(there, name)).toEqual(before);
    expect((await there.send(new GetBucketCorsCommand({ Bucket: name }))).CORSRules?.[0]).toMatchObject(rules[0] ?? {});
    await expectDescribed(there, name);
    expect((await there.send(new HeadObjectCommand({ Bucket: name, Key: "in-parts" }))).ETag).toBe(parts);
    expect((await fetch(`${region.ceph.endpoint}/${name}/empty`)).status).toBe(200);
    await expectEmptyEmbedded(name);
    await put(there, name, "later");
    const moved = await here
      .send(new GetObjectCommand({ Bucket: name, Key: "empty" }))
      .catch((error: unknown) => error);
    expect(moved).toMatchObject({ name: "PermanentRedirect", message: expect.stringContaining(region.ceph.endpoint) });

    expect(await ended(await begin(name, EMBEDDED))).toMatchObject({ outcome: "done", other_etags: 0n });
    expect(await content(here, name)).toEqual(
      [...before, ...(await content(here, name)).filter((one) => one.startsWith("later"))].toSorted(byText),
    );
    await expectDescribed(here, name);
    expect((await here.send(new GetBucketCorsCommand({ Bucket: name }))).CORSRules?.[0]).toMatchObject(rules[0] ?? {});
    expect(await fixture.api("bucketLifecycle.get", { bucket_name: name })).toMatchObject({ rules: [{ id: "old" }] });
    expect(await fixture.expectTrue(name)).toMatchObject({ object_count: 5 });
    await expectNoBucketThere(name);
    const { url } = await fixture.api("object.createDownloadUrl", { bucket_name: name, object_key: ODD_KEY });
    expect(await (await fetch(url)).text()).toBe("described");
    expect(await auditOf(name)).toEqual([
      `operator bucket.move ${EMBEDDED} to ${REGION}`,
      `system bucket.moved ${EMBEDDED} to ${REGION}`,
      `operator bucket.move ${REGION} to ${EMBEDDED}`,
      `system bucket.moved ${REGION} to ${EMBEDDED}`,
    ]);
  });

  /** The audit events of a bucket's moves, the oldest first. */
  async function auditOf(name: string) {
    const { rows } = await region.fixture.database.pool.query<{ event: string }>(
      `SELECT concat_ws(' ', actor_type, action, detail) AS event FROM audit_event
        WHERE workspace_id = $1 AND resource_id = $2 AND action LIKE 'bucket.move%' ORDER BY at`,
      [region.fixture.tenant.workspaceId, name],
    );
    return rows.map(({ event }) => event);
  }

  async function expectDescribed(s3: S3Client, Bucket: string) {
    const found = await s3.send(new GetObjectCommand({ Bucket, Key: ODD_KEY }));
    expect(found).toMatchObject({
      ContentType: "text/plain",
      CacheControl: "max-age=60",
      ContentDisposition: "attachment",
    });
    expect(found.Metadata).toEqual({ colour: "blue" });
    expect(await found.Body?.transformToString()).toBe("described");
    const { TagSet } = await s3.send(new GetObjectTaggingCommand({ Bucket, Key: ODD_KEY }));
    expect(TagSet).toEqual(
      expect.arrayContaining([
        { Key: "a", Value: "1" },
        { Key: "b", Value: "x&y" },
      ]),
    );
  }

  async function multipart(s3: S3Client, Bucket: string, Key: string) {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: "video/mp4" }));
    const Parts = [];
    for (const [index, size] of [5 * MIB, 5 * MIB, 1000].entries()) {
      const PartNumber = index + 1;
      const { ETag } = await s3.send(
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: randomBytes(size) }),
      );
      Parts.push({ PartNumber, ETag });
    }
    const { ETag } = await s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
    return ETag;
  }

  test("versions, delete markers, retention and legal holds go along, in order", async () => {
    const { fixture } = region;
    const name = await fixture.bucket({ object_lock_enabled: true });
    await fixture.api("bucketVersioning.put", { bucket_name: name, status: "enabled" });
    for (const body of ["one", "two", "three"]) await put(here, name, "k", body);
    await here.send(new DeleteObjectCommand({ Bucket: name, Key: "k" }));
    await put(here, name, "gone", "x");
    await here.send(new DeleteObjectCommand({ Bucket: name, Key: "gone" }));
    const until = new Date(Date.now() + 86_400_000);
    const kept = {
      Bucket: name,
      Key: "kept",
      Body: "x",
      ObjectLockMode: "GOVERNANCE",
      ObjectLockRetainUntilDate: until,
    };
    await here.send(new PutObjectCommand({ ...kept, ObjectLockMode: "GOVERNANCE" }));
    await here.send(new PutObjectCommand({ Bucket: name, Key: "held", Body: "x", ObjectLockLegalHoldStatus: "ON" }));
    const before = await content(here, name);
    expect(await ended(await begin(name, REGION))).toMatchObject({ outcome: "done", error_message: null });
    expect(await content(there, name)).toEqual(before);
    const { Versions = [] } = await there.send(new ListObjectVersionsCommand({ Bucket: name, Prefix: "k" }));
    const bodies = Versions.filter(({ Key }) => Key === "k").map(({ VersionId }) => text(there, name, "k", VersionId));
    expect(await Promise.all(bodies)).toEqual(["three", "two", "one"]);
    const { Retention } = await there.send(new GetObjectRetentionCommand({ Bucket: name, Key: "kept" }));
    expect(Retention).toMatchObject({ Mode: "GOVERNANCE" });
    expect(await there.send(new HeadObjectCommand({ Bucket: name, Key: "held" }))).toMatchObject({
      ObjectLockLegalHoldStatus: "ON",
    });
    await expectEmptyEmbedded(name);
  });

  test.each([
    [EMBEDDED, REGION],
    [REGION, EMBEDDED],
  ])("nothing is lost that clients write while it moves from %s to %s", async (from, to) => {
    const { fixture } = region;
    const name = await fixture.bucket({ region: from });
    const [source, target] = from === EMBEDDED ? [here, there] : [there, here];
    const wanted = new Map<string, string | undefined>();
    for (let index = 0; index < 100; index++) {
      wanted.set(`k${index}`, "first");
      await put(source, name, `k${index}`, "first");
    }
    const moveId = await begin(name, to);
    let isOver = false;
    const refusals = new Set<string>();
    const write = async (writer: number) => {
      for (let round = 0; !isOver; round++) {
        const key = `k${(writer + round * 7) % 400}-${writer}`;
        const body = round % 3 === 2 ? undefined : `${writer} ${round}`;
        const sent =
          body === undefined
            ? source.send(new DeleteObjectCommand({ Bucket: name, Key: key }))
            : put(source, name, key, body);
        const outcome = await refusal(sent);
        if (outcome === "no refusal") wanted.set(key, body);
        else refusals.add(outcome);
      }
    };
    const refusedBy = (refusal: string) =>
      expect.poll(() => [...refusals], { timeout: 60_000, interval: 50 }).toContain(refusal);
    const writers = [0, 1, 2, 3].map(write);
    try {
      // While it is frozen, and afterwards, the former place refuses.
      await using frozen = await pauseBefore("switch");
      const end = ended(moveId);
      await frozen.isReached();
      await refusedBy(from === EMBEDDED ? "503 SlowDown" : "403 AccessDenied");
      await frozen.goOn();
      expect(await end).toMatchObject({ outcome: "done" });
      await refusedBy(from === EMBEDDED ? "301 PermanentRedirect" : "403 AccessDenied");
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    for (const [key, body] of wanted)
      expect(await text(target, name, key).catch((error: Error) => error.name), key).toBe(body ?? "NoSuchKey");
  });

  test.each(["copy", "catch_up", "freeze", "switch", "clean", "copied"])(
    "a worker that is killed when it has done what comes before %s leaves nothing half done",
    async (step) => {
      const { fixture } = region;
      const name = await fixture.bucket();
      await fixture.api("bucketVersioning.put", { bucket_name: name, status: "enabled" });
      for (const body of ["one", "two"]) for (const key of ["a", "b"]) await put(here, name, key, body);
      await here.send(new DeleteObjectCommand({ Bucket: name, Key: "b" }));
      const before = await content(here, name);
      const moveId = await begin(name, REGION);
      await killedAt(step);
      expect(await ended(moveId)).toMatchObject({ outcome: "done" });
      expect(await content(there, name)).toEqual(before);
      await expectEmptyEmbedded(name);
    },
  );

  /** Lets whoever is about to record a step wait at a lock until it may go on, at the latest when the test ends. */
  async function pauseBefore(step: string) {
    const [table, event] = step === "copied" ? ["bucket_move_version", "INSERT"] : ["bucket_move", "UPDATE OF step"];
    const condition = step === "copied" ? "" : `WHEN (NEW.step = '${step}' AND OLD.step <> NEW.step)`;
    await pool().query(`
      CREATE OR REPLACE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_lock_shared(42); PERFORM pg_advisory_unlock_shared(42); RETURN NEW; END $$;
      CREATE TRIGGER stop_here AFTER ${event} ON ${table} FOR EACH ROW ${condition} EXECUTE FUNCTION stop_here()`);
    const holder = await pool().connect();
    await holder.query("SELECT pg_advisory_lock(42)");
    const count = async (condition: string) =>
      (await pool().query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 42 AND ${condition}`)).rowCount;
    let isHeld = true;
    const goOn = async () => {
      if (!isHeld) return;
      isHeld = false;
      await holder.query("SELECT pg_advisory_unlock(42)");
      holder.release();
      await expect.poll(() => count("true"), { timeout: 60_000 }).toBe(0);
      await pool().query(`DROP TRIGGER stop_here ON ${table}`);
    };
    return {
      isReached: () => expect.poll(() => count("NOT granted"), { timeout: 200_000, interval: 50 }).toBe(1),
      goOn,
      [Symbol.asyncDispose]: goOn,
    };
  }

  /** Runs a worker that stops at a lock when it is about to record a step, and kills it there. */
  async function killedAt(step: string) {
    await using pause = await pauseBefore(step);
    const env = { ...programEnvironment(), ...region.workerEnvironment };
    const worker = spawn(process.execPath, [join(import.meta.dirname, "move-worker.ts")], { env, stdio: "inherit" });
    try {
      await pause.isReached();
    } finally {
      worker.kill("SIGKILL");
      await once(worker, "exit");
    }
  }

  test("a copy that was changed in the target is found and made again", async () => {
    const { fixture } = region;
    const name = await fixture.bucket();
    for (const key of ["a", "b", "c"]) await put(here, name, key, key);
    const moveId = await begin(name, REGION);
    // The owner of the bucket there is the only one who reaches it.
    await killedAt("catch_up");
    await region.ceph.run("radosgw-admin", "object", "rm", `--bucket=${name}`, "--object=b");
    expect(await ended(moveId)).toMatchObject({ outcome: "done", wrong_copies: 1n });
    expect(await text(there, name, "b")).toBe("b");
  });

  test("an object whose bytes have changed on the disk is not moved, and is named", async () => {
    const { fixture } = region;
    const name = await fixture.bucket();
    const mark = randomUUID();
    await put(here, name, "rotten", mark);
    const { rows } = await pool().query<{ id: string }>(
      "SELECT unnest(file_ids) AS id FROM object o JOIN bucket b USING (workspace_id, bucket_id) WHERE b.name = $1",
      [name],
    );
    const file = readdirSync(join(fixture.dataDir, "objects", "files"), { recursive: true, withFileTypes: true }).find(
      (entry) => entry.name === rows[0]?.id,
    );
    writeFileSync(join(file?.parentPath ?? "", file?.name ?? ""), mark.replace(/^./, "!"));
    const moveId = await begin(name, REGION);
    // It first waits for transactions that began before it, also those of other tests on the server.
    await expect
      .poll(
        async () => {
          await pool().query("UPDATE bucket_move SET next_at = now()");
          const failure = await region.reconcile("move-buckets").then(() => "none", String);
          return `${failure}; ${(await stateOf(moveId)).error_message}`;
        },
        { timeout: 200_000 },
      )
      .toMatch(/^(?!none).*; .*The bytes of the object rotten/s);
    await put(here, name, "rotten", "whole again");
    expect(await ended(moveId)).toMatchObject({ outcome: "done" });
    expect(await text(there, name, "rotten")).toBe("whole again");
  });

  test.each([
    [EMBEDDED, REGION],
    [REGION, EMBEDDED],
  ])(
    "a move from %s to %s that is given up leaves the bucket as it was, and nothing in the target",
    async (from, to) => {
      const { fixture } = region;
      const name = await fixture.bucket({ region: from });
      const source = from === EMBEDDED ? here : there;
      for (const key of ["a", "b"]) await put(source, name, key, key);
      const before = await content(source, name);
      const moveId = await begin(name, to);
      if (from === EMBEDDED) await killedAt("freeze");
      else await killedAt("catch_up");
      expect(await cancelMove(fixture.database, { name, workspaceId: null })).toBe(moveId);
      expect(await ended(moveId)).toMatchObject({ outcome: "cancelled" });
      expect(await auditOf(name)).toEqual([
        `operator bucket.move ${from} to ${to}`,
        `operator bucket.move_cancelled ${from} to ${to}`,
      ]);
      expect(await content(source, name)).toEqual(before);
      expect(await fixture.api("bucket.get", { bucket_name: name })).toMatchObject({ region: from });
      await put(source, name, "c");
      if (from === EMBEDDED) await expectNoBucketThere(name);
      else await expectEmptyEmbedded(name);
    },
  );

  test("a bucket is not moved to a region that lacks what it uses, or where its name is taken", async () => {
    const { fixture } = region;
    const name = await fixture.bucket();
    const policy = {
      Version: "2012-10-17" as const,
      Statement: [
        {
          Effect: "Deny" as const,
          Principal: "*" as const,
          Action: "s3:PutObject",
          Resource: `arn:aws:s3:::${name}/no/*`,
        },
      ],
    };
    await fixture.api("bucketPolicy.put", { bucket_name: name, policy });
    expect(await refusal(begin(name, REGION))).toBe("409 capability_lacking");
    // The gateway would ignore the size and delete every object.
    await fixture.api("bucketPolicy.delete", { bucket_name: name });
    const rule = { id: "large", filter: { larger_than_bytes: 10 }, expire_after_days: 3 };
    await fixture.api("bucketLifecycle.put", { bucket_name: name, rules: [rule] });
    expect(await refusal(begin(name, REGION))).toBe("409 capability_lacking");
    const taken = await fixture.bucket();
    const other = await fixture.createTenant();
    await fixture.api("bucket.create", { name: taken, region: REGION }, other);
    const named = { name: taken, workspaceId: BigInt(fixture.tenant.workspaceId) };
    expect(await refusal(beginMove(fixture.database, named, REGION))).toBe("409 name_taken");
  });
}
