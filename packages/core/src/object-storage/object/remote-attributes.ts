// Tags, retention and legal hold of objects at a region's server, and the object lock of its buckets.
import { statement } from "@fulmar/prisma";
import { type FoundObject, ProviderError } from "@fulmar/providers";
import { unlessSuspended } from "../../billing/index.ts";
import { toTimestamp } from "../../query/wire-form.ts";
import type { RequestContext } from "../../request/context.ts";
import { invalidField, notFound } from "../../request/domain-error.ts";
import { byBackend } from "../bucket/by-backend.ts";
import { changeAtRegion, type RemoteBucket } from "../remote/remote-bucket.ts";
import { storageApplied } from "../remote/reserve-bucket.ts";
import {
  getObjectLegalHold,
  getObjectRetention,
  getObjectTags,
  objectLockOff,
  putBucketObjectLock,
  putObjectLegalHold,
  putObjectRetention,
  putObjectTags,
  retentionKept,
  wantedRetention,
} from "./object-lock.ts";

interface Named {
  readonly object_key: string;
  readonly version_id?: string | undefined;
}

/** @throws DomainError 404 */
async function foundIn(
  { objects }: RemoteBucket,
  { object_key, version_id }: Named,
  signal: AbortSignal,
): Promise<FoundObject> {
  const found = await objects.find(object_key, version_id, signal);
  if (found === undefined) throw notFound(version_id === undefined ? "object" : "version of the object");
  return found;
}

function identityOf({ object_key }: Named, { versionId }: FoundObject) {
  return { key: object_key, version_id: versionId };
}

const getTags = byBackend<"objectTags.get">(getObjectTags, async (bucket, { signal }, named) => {
  const found = await foundIn(bucket, named, signal);
  const tags = await bucket.settings.tags(named.object_key, named.version_id, signal);
  if (tags === undefined) throw notFound("object");
  return { ...identityOf(named, found), tags };
});

/** Changes an object that is there. */
function changeObject(
  bucket: RemoteBucket,
  context: RequestContext,
  named: Named,
  change: (found: FoundObject, signal: AbortSignal) => Promise<void>,
): Promise<FoundObject> {
  return changeAtRegion(bucket, context, async (signal) => {
    const found = await foundIn(bucket, named, signal);
    await change(found, signal);
    return found;
  });
}

const putTags = byBackend<"objectTags.put">(putObjectTags, async (bucket, context, { tags, ...named }) => {
  const found = await changeObject(bucket, context, named, (_, signal) =>
    bucket.settings.putTags(named.object_key, named.version_id, tags, signal),
  );
  return { ...identityOf(named, found), tags };
});

const getRetention = byBackend<"objectRetention.get">(getObjectRetention, async (bucket, { signal }, named) => {
  const found = await foundIn(bucket, named, signal);
  return { ...identityOf(named, found), mode: found.retentionMode, retain_until: toTimestamp(found.retainedUntil) };
});

const putRetention = byBackend<"objectRetention.put">(
  putObjectRetention,
  async (bucket, context, { bypass_governance: bypassGovernance, mode, retain_until, ...named }) => {
    const retention = wantedRetention({ mode, retain_until });
    const until = retention === null ? null : retention.until;
    if (!bucket.lockEnabled) throw objectLockOff();
    const found = await changeObject(bucket, context, named, async ({ retentionMode }, signal) => {
      if (retention === null && retentionMode === null) return;
      await keptOrChanged(
        bucket.settings.putRetention(named.object_key, named.version_id, retention, { bypassGovernance }, signal),
      );
    });
    return { ...identityOf(named, found), mode, retain_until: toTimestamp(until) };
  },
);

/** @throws DomainError 409 for a retention that stays */
async function keptOrChanged(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    throw error instanceof ProviderError && error.code === "object_retained" ? retentionKept() : error;
  }
}

const getLegalHold = byBackend<"objectLegalHold.get">(getObjectLegalHold, async (bucket, { signal }, named) => {
  const found = await foundIn(bucket, named, signal);
  return { ...identityOf(named, found), legal_hold: found.legalHold };
});

const putLegalHold = byBackend<"objectLegalHold.put">(
  putObjectLegalHold,
  async (bucket, context, { legal_hold, ...named }) => {
    if (!bucket.lockEnabled) throw objectLockOff();
    const found = await changeObject(bucket, context, named, (_, signal) =>
      bucket.settings.putLegalHold(named.object_key, named.version_id, legal_hold, signal),
    );
    return { ...identityOf(named, found), legal_hold };
  },
);

const setRetention = statement(
  "bucket_remote_retention",
  `UPDATE bucket
      SET retention_mode = $retention_mode::retention_mode, retention_days = $retention_days::int,
          retention_years = $retention_years::int, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id`,
);

/**
 * The worker brings the default retention to the server, which has object lock from the making of a bucket or never.
 */
const putObjectLock = byBackend<"bucketObjectLock.put">(
  putBucketObjectLock,
  async (bucket, { sql, workspace, afterCommit }, { default_retention }) => {
    if (!bucket.lockEnabled)
      throw invalidField(
        "bucket_name",
        "names a bucket without object lock, which its region has from the creation of a bucket only; create " +
          "another bucket with it",
        "unsupported_by_region",
      );
    const { mode = null, days = null, years = null } = default_retention ?? {};
    await sql.query(setRetention, {
      workspace_id: workspace.id,
      bucket_id: bucket.bucketId,
      retention_mode: mode,
      retention_days: days,
      retention_years: years,
    });
    afterCommit((outside, signal) => storageApplied(outside, workspace.id, signal));
    return { name: bucket.name, enabled: true, default_retention };
  },
);

export const remoteAttributeHandlers = {
  "objectTags.get": getTags,
  "objectTags.put": unlessSuspended(putTags),
  "objectRetention.get": getRetention,
  "objectRetention.put": putRetention,
  "objectLegalHold.get": getLegalHold,
  "objectLegalHold.put": putLegalHold,
  "bucketObjectLock.put": putObjectLock,
} as const;
