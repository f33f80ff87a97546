import {
  abortUploadsBefore,
  bucketsDue,
  type DueBucket,
  deleteVersions,
  expiredObjects,
  expiredVersions,
  markersWithoutVersions,
  type NamedVersion,
  recordApplied,
  removeObjects,
} from "@fulmar/core/embedded-store";
import { beforeDays, expiryLimit, type LifecycleRule, LifecycleRules } from "@fulmar/core/object-store";
import type { Store } from "../store.ts";

const BATCH = 500;

/**
 * Applies the lifecycle rules of all buckets that are due: once after each midnight (UTC), and after each change of the
 * rules. Organizations take turns, a batch each, so that a bucket with much to expire keeps no other one waiting.
 * Retained objects stay. It can be interrupted at any point, and goes on at the next call.
 */
export async function applyLifecycle(store: Store, now = new Date()): Promise<void> {
  const organizations = new Map<string, DueBucket[]>();
  for await (const bucket of allDue(store)) {
    const others = organizations.get(bucket.organization_id);
    if (others === undefined) organizations.set(bucket.organization_id, [bucket]);
    else others.push(bucket);
  }
  const turns = new Set([...organizations.values()].map((buckets) => applyToBuckets(store, buckets, now)));
  while (turns.size > 0) for (const turn of turns) if ((await turn.next()).done === true) turns.delete(turn);
}

async function* allDue(store: Store): AsyncGenerator<DueBucket> {
  for (let after = { workspaceId: 0n, bucketId: "" }; ; ) {
    const buckets = await bucketsDue(store.sql, after, BATCH);
    yield* buckets;
    const last = buckets.at(-1);
    if (last === undefined) return;
    after = { workspaceId: last.workspace_id, bucketId: last.bucket_id };
  }
}

/** Yields after each batch. */
async function* applyToBuckets(store: Store, buckets: readonly DueBucket[], now: Date): AsyncGenerator<void> {
  for (const bucket of buckets) yield* applyToBucket(store, bucket, now);
}

async function* applyToBucket(store: Store, due: DueBucket, now: Date): AsyncGenerator<void> {
  const bucket = { workspaceId: due.workspace_id, bucketId: due.bucket_id, versioning: due.versioning };
  for (const rule of LifecycleRules.parse(due.document)) {
    if (!rule.enabled) continue;
    yield* expireObjects(store, bucket, rule, now);
    yield* expireVersions(store, bucket, rule, now);
    if (rule.expiration !== null) yield* expireMarkers(store, bucket, rule);
    if (rule.abortDays !== null) {
      const { prefix } = rule;
      const before = beforeDays(now, rule.abortDays);
      await store.change(bucket, (sql) => abortUploadsBefore(sql, bucket, prefix, before));
    }
  }
  await store.change(bucket, (sql) => recordApplied(sql, bucket, now));
}

type Bucket = { readonly workspaceId: bigint; readonly bucketId: string } & Pick<DueBucket, "versioning">;

/** Only what is still as it was found expires: the object may have been written anew meanwhile. */
async function* expireObjects(store: Store, bucket: Bucket, rule: LifecycleRule, now: Date): AsyncGenerator<void> {
  const before = expiryLimit(rule, now);
  if (before === undefined) return;
  for (let after = ""; ; ) {
    const found = await expiredObjects(store.sql, bucket, rule, { before, after, limit: BATCH });
    const last = found.at(-1);
    if (last === undefined) return;
    const named = found.map(({ key, etag, size, modified_at }) => ({
      ...{ key, etag, versionId: undefined, size: Number(size), modifiedAt: Number(modified_at) },
    }));
    await remove(store, bucket, named);
    yield;
    after = last.key;
  }
}

async function* expireVersions(store: Store, bucket: Bucket, rule: LifecycleRule, now: Date): AsyncGenerator<void> {
  if (rule.noncurrent === null || bucket.versioning === null) return;
  const { days, keep } = rule.noncurrent;
  const before = beforeDays(now, days);
  for (let after = { key: "", number: 0n }; ; ) {
    const found = await expiredVersions(store.sql, bucket, rule, { before, keep, after, limit: BATCH });
    const last = found.at(-1);
    if (last === undefined) return;
    await remove(store, bucket, found.map(versionNamed));
    yield;
    after = { key: last.key, number: last.number };
  }
}

async function* expireMarkers(store: Store, bucket: Bucket, { prefix }: LifecycleRule): AsyncGenerator<void> {
  if (bucket.versioning === null) return;
  for (let after = ""; ; ) {
    const found = await markersWithoutVersions(store.sql, bucket, prefix, { after, limit: BATCH });
    const last = found.at(-1);
    if (last === undefined) return;
    await remove(store, bucket, found.map(versionNamed));
    yield;
    after = last.key;
  }
}

function versionNamed({ key, version_id }: { key: string; version_id: string | null }): NamedVersion {
  return { key, versionId: version_id, etag: null, size: null, modifiedAt: null };
}

async function remove(store: Store, bucket: Bucket, named: readonly NamedVersion[]): Promise<void> {
  const { versioning } = bucket;
  const rest = { bypassGovernance: false };
  if (versioning !== null)
    await store.change(bucket, (sql) => deleteVersions(sql, { ...bucket, versioning }, named, rest));
  else {
    const keys = named.map(({ key }) => key);
    await store.change(bucket, (sql) =>
      removeObjects(sql, bucket, { keys, conditions: named, allOrNone: false, ...rest }),
    );
  }
}
