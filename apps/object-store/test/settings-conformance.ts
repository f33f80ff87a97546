import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetObjectLegalHoldCommand,
  GetObjectRetentionCommand,
  GetObjectTaggingCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
  PutObjectRetentionCommand,
  PutObjectTaggingCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import type { Backend } from "./backend-conformance.ts";
import { refusal } from "./store-fixture.ts";

/** A day that is far away, as S3 and the API write it. */
const FAR = "2099-01-31T00:00:00.000Z";
const NO_ACTION = {
  ...{ enabled: true, expire_after_days: null, expire_on: null, expire_delete_markers: false },
  ...{ expire_earlier_versions_after_days: null, keep_earlier_versions: 0, abort_uploads_after_days: null },
};
const ANY_SIZE = { larger_than_bytes: null, smaller_than_bytes: null };

/** The public API and S3 clients set the same for buckets and objects of every backend. */
export function settingsConformance(open: () => Backend): void {
  const place = async (options: Parameters<Backend["fixture"]["bucket"]>[0] = {}) => {
    const { fixture, region, client } = open();
    const bucket_name = await fixture.bucket({ region, ...options });
    const s3 = client(await fixture.key({ bypass_governance: true }));
    return { fixture, s3, bucket_name, Bucket: bucket_name };
  };
  const put = (s3: S3Client, Bucket: string, Key: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));

  test("lifecycle rules that either sets are those of both", async () => {
    const { fixture, s3, bucket_name, Bucket } = await place();
    const get = async () =>
      (await fixture.api("bucketLifecycle.get", { bucket_name })).rules.toSorted((a, b) => a.id.localeCompare(b.id));
    expect(await get()).toEqual([]);
    const tags = { kind: "a & b", team: "<ü>" };
    const rules = [
      { ...NO_ACTION, id: "a", filter: { prefix: "logs/ü &", tags, ...ANY_SIZE }, expire_after_days: 3 },
      {
        ...{ ...NO_ACTION, id: "b", enabled: false, filter: { prefix: "old/", tags: {}, ...ANY_SIZE } },
        ...{ expire_on: "2099-01-31", expire_earlier_versions_after_days: 7, abort_uploads_after_days: 5 },
      },
      { ...NO_ACTION, id: "c", filter: { prefix: "", tags: {}, ...ANY_SIZE }, expire_delete_markers: true },
      { ...NO_ACTION, id: "d", filter: { prefix: "", tags: { one: "1" }, ...ANY_SIZE }, expire_after_days: 1 },
    ];
    expect(await fixture.api("bucketLifecycle.put", { bucket_name, rules })).toEqual({ name: bucket_name, rules });
    expect(await get()).toEqual(rules);
    const read = await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
    expect(read.Rules?.map(({ ID }) => ID).toSorted()).toEqual(["a", "b", "c", "d"]);
    await fixture.api("bucketLifecycle.put", { bucket_name, rules: [] });
    expect(await refusal(s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket })))).toBe(
      "404 NoSuchLifecycleConfiguration",
    );
    const sent = { ID: "s3", Status: "Enabled" as const, Filter: { Prefix: "tmp/" }, Expiration: { Days: 2 } };
    await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [sent] } }));
    const filter = { prefix: "tmp/", tags: {}, ...ANY_SIZE };
    expect(await get()).toEqual([{ ...NO_ACTION, id: "s3", filter, expire_after_days: 2 }]);
  });

  test("a preview counts what a rule matches, by prefix and tags", async () => {
    const { fixture, s3, bucket_name, Bucket } = await place();
    for (const Key of ["logs/1", "logs/2", "kept"]) await put(s3, Bucket, Key);
    const Tagging = { TagSet: [{ Key: "kind", Value: "log" }] };
    await s3.send(new PutObjectTaggingCommand({ Bucket, Key: "logs/2", Tagging }));
    const count = (filter: { prefix: string; tags?: Record<string, string> }, action: object) =>
      fixture.api("bucketLifecycle.preview", { bucket_name, rule: { id: "x", filter, ...action } });
    expect(await count({ prefix: "logs/" }, { expire_on: "2020-01-31" })).toEqual({
      ...{ name: bucket_name, is_complete: true },
      ...{ matching: { object_count: 2, total_size: 2 }, expired: { object_count: 2, total_size: 2 } },
    });
    expect(await count({ prefix: "", tags: { kind: "log" } }, { expire_after_days: 3 })).toEqual({
      ...{ name: bucket_name, is_complete: true },
      ...{ matching: { object_count: 1, total_size: 1 }, expired: { object_count: 0, total_size: 0 } },
    });
  });

  test("CORS rules that either sets are those of both", async () => {
    const { fixture, s3, bucket_name, Bucket } = await place();
    const get = async () => (await fixture.api("bucketCors.get", { bucket_name })).rules;
    expect(await get()).toEqual([]);
    const first = {
      ...{ id: "app", allowed_origins: ["http://b.example", "https://*.example"], allowed_methods: ["GET" as const] },
      ...{ allowed_headers: ["*"], expose_headers: ["ETag"], max_age_seconds: 60 },
    };
    const second = {
      ...{ id: null, allowed_origins: ["*"], allowed_methods: ["PUT" as const], allowed_headers: [] },
      ...{ expose_headers: [], max_age_seconds: null },
    };
    await fixture.api("bucketCors.put", { bucket_name, rules: [first, second] });
    expect(await get()).toEqual([first, second]);
    const read = await s3.send(new GetBucketCorsCommand({ Bucket }));
    expect(read.CORSRules?.map(({ ID }) => ID)).toEqual(["app", undefined]);
    const rule = { AllowedOrigins: ["https://a.example"], AllowedMethods: ["POST"] };
    await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
    expect(await get()).toEqual([{ ...second, allowed_origins: rule.AllowedOrigins, allowed_methods: ["POST"] }]);
    await fixture.api("bucketCors.put", { bucket_name, rules: [] });
    expect(await refusal(s3.send(new GetBucketCorsCommand({ Bucket })))).toBe("404 NoSuchCORSConfiguration");
  });

  test("tags of an object and of an earlier version", async () => {
    const { fixture, s3, bucket_name, Bucket } = await place();
    await put(s3, Bucket, "plain");
    const plain = { bucket_name, object_key: "plain" };
    const none = { key: "plain", version_id: "null", tags: {} };
    expect(await fixture.api("objectTags.get", plain)).toEqual(none);
    const tags = { "a & b": "<ü>", empty: "" };
    expect(await fixture.api("objectTags.put", { ...plain, version_id: "null", tags })).toEqual({ ...none, tags });
    expect(await fixture.api("objectTags.get", plain)).toEqual({ ...none, tags });
    await fixture.api("bucketVersioning.put", { bucket_name, status: "enabled" });
    const { VersionId: first = "" } = await put(s3, Bucket, "a");
    const { VersionId: second } = await put(s3, Bucket, "a");
    const named = { bucket_name, object_key: "a" };
    await fixture.api("objectTags.put", { ...named, version_id: first, tags: { stage: "old" } });
    expect(await fixture.api("objectTags.get", named)).toEqual({ key: "a", version_id: second, tags: {} });
    const read = await s3.send(new GetObjectTaggingCommand({ Bucket, Key: "a", VersionId: first }));
    expect(read.TagSet).toEqual([{ Key: "stage", Value: "old" }]);
    const Tagging = { TagSet: [{ Key: "by", Value: "s3" }] };
    await s3.send(new PutObjectTaggingCommand({ Bucket, Key: "a", Tagging }));
    expect((await fixture.api("objectTags.get", named)).tags).toEqual({ by: "s3" });
    for (const absent of [{ object_key: "b" }, { object_key: "a", version_id: "none" }]) {
      expect(await refusal(fixture.api("objectTags.get", { bucket_name, ...absent }))).toBe("404 not_found");
      expect(await refusal(fixture.api("objectTags.put", { bucket_name, ...absent, tags: {} }))).toBe("404 not_found");
    }
  });

  test("a retention that only a bypass shortens, a legal hold, and a default that is changed", async () => {
    const { fixture, s3, bucket_name, Bucket } = await place({ object_lock_enabled: true });
    await fixture.api("bucketVersioning.put", { bucket_name, status: "enabled" });
    await put(s3, Bucket, "a");
    const named = { bucket_name, object_key: "a" };
    expect(await fixture.api("objectRetention.get", named)).toMatchObject({ mode: null, retain_until: null });
    const far = { mode: "GOVERNANCE" as const, retain_until: FAR };
    await fixture.api("objectRetention.put", { ...named, ...far });
    expect(await fixture.api("objectRetention.get", named)).toMatchObject(far);
    const read = await s3.send(new GetObjectRetentionCommand({ Bucket, Key: "a" }));
    expect(read.Retention).toEqual({ Mode: "GOVERNANCE", RetainUntilDate: new Date(FAR) });
    const sooner = { ...named, mode: "GOVERNANCE" as const, retain_until: "2098-01-31T00:00:00.000Z" };
    expect(await refusal(fixture.api("objectRetention.put", sooner))).toBe("409 object_retained");
    await fixture.api("objectRetention.put", { ...sooner, bypass_governance: true });
    expect(await fixture.api("objectRetention.get", named)).toMatchObject({ retain_until: sooner.retain_until });
    const none = { ...named, mode: null, retain_until: null };
    expect(await refusal(fixture.api("objectRetention.put", none))).toBe("409 object_retained");
    await fixture.api("objectRetention.put", { ...none, bypass_governance: true });
    const mode = async () => (await fixture.api("objectRetention.get", named)).mode;
    await expect.poll(mode, { timeout: 20_000, interval: 200 }).toBeNull();
    const RetainUntilDate = new Date(FAR);
    const Retention = { Mode: "GOVERNANCE" as const, RetainUntilDate };
    await s3.send(new PutObjectRetentionCommand({ Bucket, Key: "a", Retention }));
    expect(await fixture.api("objectRetention.get", named)).toMatchObject(far);
    const past = { ...named, mode: "GOVERNANCE" as const, retain_until: "2020-01-01T00:00:00Z" };
    expect(await refusal(fixture.api("objectRetention.put", past))).toBe("400 invalid_request");

    await fixture.api("objectLegalHold.put", { ...named, legal_hold: true });
    const hold = await s3.send(new GetObjectLegalHoldCommand({ Bucket, Key: "a" }));
    expect(hold.LegalHold?.Status).toBe("ON");
    await s3.send(new PutObjectLegalHoldCommand({ Bucket, Key: "a", LegalHold: { Status: "OFF" } }));
    expect(await fixture.api("objectLegalHold.get", named)).toMatchObject({ key: "a", legal_hold: false });

    const lock = { bucket_name, default_retention: { mode: "GOVERNANCE" as const, days: 7 } };
    await fixture.api("bucketObjectLock.put", lock);
    await put(s3, Bucket, "b");
    expect(await fixture.api("objectRetention.get", { ...named, object_key: "b" })).toMatchObject({
      mode: "GOVERNANCE",
    });
    const without = { name: bucket_name, enabled: true, default_retention: null };
    expect(await fixture.api("bucketObjectLock.put", { bucket_name, default_retention: null })).toEqual(without);
    expect(await fixture.api("bucketObjectLock.get", { bucket_name })).toEqual(without);
    await put(s3, Bucket, "c");
    expect(await fixture.api("objectRetention.get", { ...named, object_key: "c" })).toMatchObject({ mode: null });
    for (const object_key of ["a", "b"])
      await fixture.api("objectRetention.put", { ...none, object_key, bypass_governance: true });
  });

  test("a retention and a legal hold need object lock", async () => {
    const { fixture, s3, bucket_name, Bucket } = await place();
    await put(s3, Bucket, "a");
    const named = { bucket_name, object_key: "a" };
    const far = { mode: "GOVERNANCE" as const, retain_until: FAR };
    expect(await refusal(fixture.api("objectRetention.put", { ...named, ...far }))).toBe("409 object_lock_off");
    expect(await refusal(fixture.api("objectLegalHold.put", { ...named, legal_hold: true }))).toBe(
      "409 object_lock_off",
    );
    expect(await fixture.api("objectLegalHold.get", named)).toMatchObject({ legal_hold: false });
  });
}
