// Lifecycle rules, which the store's sweep applies once after each midnight (UTC) and after each change.
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

async function setRules(Bucket: string, ...Rules: LifecycleRule[]) {
  await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
}

async function put(Bucket: string, ...keys: string[]) {
  for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
}

/** Makes everything in the database some days older. */
async function age(days: number) {
  for (const statement of [
    "UPDATE object SET modified_at = modified_at - make_interval(days => $1)",
    `UPDATE object_version SET modified_at = modified_at - make_interval(days => $1),
       noncurrent_at = noncurrent_at - make_interval(days => $1)`,
    "UPDATE multipart_upload SET created_at = created_at - make_interval(days => $1)",
    "UPDATE bucket_configuration SET applied_at = applied_at - make_interval(days => $1)",
  ])
    await fixture.database.pool.query(statement, [days]);
}

async function keys(Bucket: string): Promise<(string | undefined)[]> {
  return ((await s3.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key);
}

test("objects of a prefix expire after their days, and not a day before", async () => {
  const Bucket = await fixture.bucket();
  await put(Bucket, "logs/1", "logs/2", "kept");
  await setRules(Bucket, { ID: "logs", Status: "Enabled", Filter: { Prefix: "logs/" }, Expiration: { Days: 3 } });
  await age(3);
  await fixture.store.sweep();
  expect(await keys(Bucket)).toEqual(["kept", "logs/1", "logs/2"]);
  await age(1);
  await put(Bucket, "logs/2");
  await fixture.store.sweep();
  expect(await keys(Bucket)).toEqual(["kept", "logs/2"]);
  await fixture.expectTrue(Bucket);
  await fixture.expectSwept();
});

test("rules by tags and size, and a disabled one", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "tagged", Body: "x", Tagging: "stage=old&team=blue" }));
  await s3.send(new PutObjectCommand({ Bucket, Key: "large", Body: "x".repeat(100) }));
  await put(Bucket, "kept");
  const expires = { Expiration: { Days: 1 } };
  await setRules(
    Bucket,
    { ID: "tags", Status: "Enabled", Filter: { Tag: { Key: "stage", Value: "old" } }, ...expires },
    { ID: "size", Status: "Enabled", Filter: { And: { Prefix: "l", ObjectSizeGreaterThan: 99 } }, ...expires },
    { ID: "off", Status: "Disabled", Filter: { Prefix: "" }, ...expires },
  );
  await age(2);
  await fixture.store.sweep();
  expect(await keys(Bucket)).toEqual(["kept"]);
});

test("with versions an expired object is hidden, and earlier versions expire but for the newest", async () => {
  const Bucket = await fixture.bucket({ object_lock_enabled: true });
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }));
  for (let count = 0; count < 4; count++) await put(Bucket, "a");
  const held = await s3.send(new PutObjectCommand({ Bucket, Key: "held", Body: "x" }));
  await s3.send(new PutObjectLegalHoldCommand({ Bucket, Key: "held", LegalHold: { Status: "ON" } }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "held" }));
  await setRules(
    Bucket,
    {
      ID: "a",
      Status: "Enabled",
      Filter: { Prefix: "a" },
      NoncurrentVersionExpiration: { NoncurrentDays: 1, NewerNoncurrentVersions: 1 },
    },
    { ID: "held", Status: "Enabled", Filter: { Prefix: "held" }, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
  );
  await age(2);
  await fixture.store.sweep();
  const versions = async () => {
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    return [Versions.map(({ Key }) => Key), DeleteMarkers.map(({ Key }) => Key)];
  };
  expect(await versions()).toEqual([["a", "a", "held"], ["held"]]);
  await setRules(Bucket, {
    ID: "a",
    Status: "Enabled",
    Filter: { Prefix: "a" },
    Expiration: { Days: 1 },
    NoncurrentVersionExpiration: { NoncurrentDays: 1 },
  });
  await fixture.store.sweep();
  // The present object is a version from now on.
  expect(await versions()).toEqual([
    ["a", "held"],
    ["a", "held"],
  ]);
  await age(2);
  await fixture.store.sweep();
  expect(await versions()).toEqual([["held"], ["held"]]);
  expect(held.VersionId).toBeDefined();
  await fixture.expectTrue(Bucket);
  await fixture.expectSwept();
});

test("delete markers without versions and abandoned uploads go", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }));
  await put(Bucket, "present");
  for (const Key of ["gone", "present"]) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: "tmp/upload" }));
  await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: "upload" }));
  await setRules(
    Bucket,
    { ID: "markers", Status: "Enabled", Filter: { Prefix: "" }, Expiration: { ExpiredObjectDeleteMarker: true } },
    {
      ID: "uploads",
      Status: "Enabled",
      Filter: { Prefix: "tmp/" },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    },
  );
  await age(2);
  await fixture.store.sweep();
  const { DeleteMarkers } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  expect(DeleteMarkers?.map(({ Key }) => Key)).toEqual(["present"]);
  const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket }));
  expect(Uploads?.map(({ Key }) => Key)).toEqual(["upload"]);
});

test("rules are read back, and refused where they cannot be applied", async () => {
  const Bucket = await fixture.bucket();
  const rule = { ID: "a", Status: "Enabled", Filter: { Prefix: "a/" }, Expiration: { Days: 1 } } as const;
  await setRules(Bucket, rule);
  expect((await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules).toEqual([rule]);
  const refused: [LifecycleRule, string][] = [
    [{ ...rule, Expiration: { Days: 0 } }, "400 InvalidArgument"],
    [{ ...rule, Expiration: undefined }, "400 InvalidRequest"],
    [{ ...rule, Expiration: { Date: new Date("2026-01-01T01:00:00Z") } }, "400 InvalidArgument"],
    [{ ...rule, Status: "On" as "Enabled" }, "400 MalformedXML"],
    [{ ...rule, Transitions: [{ Days: 1, StorageClass: "GLACIER" }] }, "501 NotImplemented"],
  ];
  for (const [wrong, expected] of refused)
    expect(await refusal(setRules(Bucket, wrong)), JSON.stringify(wrong)).toBe(expected);
  expect(await refusal(setRules(Bucket, rule, rule))).toBe("400 InvalidArgument");
});

test("organizations take turns, a batch each, however much expires in the buckets of one", async () => {
  const busy = await fixture.bucket();
  const many = Array.from({ length: 600 }, (_, number) => `${number}`);
  for (let first = 0; first < many.length; first += 50)
    await Promise.all(many.slice(first, first + 50).map((key) => put(busy, key)));
  const rules = { Rules: [{ ID: "all", Status: "Enabled", Filter: { Prefix: "" }, Expiration: { Days: 1 } }] } as const;
  await setRules(busy, ...rules.Rules);
  const tenant = await fixture.createTenant();
  const quiet = await fixture.bucket({}, tenant);
  const other = fixture.client(await fixture.key({}, tenant));
  await other.send(new PutObjectCommand({ Bucket: quiet, Key: "only", Body: "x" }));
  await other.send(
    new PutBucketLifecycleConfigurationCommand({ Bucket: quiet, LifecycleConfiguration: { Rules: [...rules.Rules] } }),
  );
  await age(2);
  const { pool } = fixture.database;
  await pool.query("CREATE TABLE removed_in_order (place serial, key text)");
  await pool.query(`CREATE FUNCTION note_removed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN INSERT INTO public.removed_in_order (key) VALUES (OLD.key); RETURN NULL; END $$`);
  await pool.query("CREATE TRIGGER noted AFTER DELETE ON object FOR EACH ROW EXECUTE FUNCTION note_removed()");
  await fixture.store.sweep();
  await pool.query("DROP TRIGGER noted ON object");
  expect(await keys(busy)).toEqual([]);
  const { rows } = await pool.query(
    "SELECT place, (SELECT count(*)::int FROM removed_in_order) AS all FROM removed_in_order WHERE key = 'only'",
  );
  expect(rows).toEqual([{ place: expect.any(Number), all: expect.any(Number) }]);
  expect(rows[0].place).toBeLessThan(rows[0].all);
});
