// Tags, retention and legal hold of objects and their versions, and the object lock of buckets, by the public API.
import type { BucketObjectLock, ObjectRetention } from "@fulmar/contract";
import { lookup, type RowOf } from "@fulmar/prisma";
import { toTimestamp } from "../../query/wire-form.ts";
import type { InWorkspace, WorkspaceHandler } from "../../request/context.ts";
import { conflict, type DomainError, found, invalidField, notFound } from "../../request/domain-error.ts";
import type { EmbeddedHandler } from "../bucket/by-backend.ts";
import { putLegalHold, putTags, retainObject, type VersionPlace } from "../embedded/object-attributes.ts";
import type { BucketPlace, Retention } from "../embedded/object-record.ts";
import { putLockConfiguration } from "../settings/bucket-configuration.ts";
import { NULL_VERSION } from "./version-operations.ts";

const columns = "o.version_id, o.tags, o.lock_mode, o.retained_until, o.legal_hold";
const NAMED = "o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id AND o.key = $key";

const getAttributes = lookup(
  "object_attributes_get",
  `SELECT b.bucket_id, b.backend::text, b.bucket_lock_enabled, o.version_id, o.tags, o.lock_mode::text, o.legal_hold,
          CASE WHEN o.retained_until > now() THEN o.retained_until END AS retained_until
     FROM bucket b LEFT JOIN LATERAL (
       SELECT ${columns} FROM object o
        WHERE ${NAMED} AND (NOT $names_version::boolean OR o.version_id IS NOT DISTINCT FROM $version_id)
        UNION ALL
       SELECT ${columns} FROM object_version o
        WHERE ${NAMED} AND $names_version::boolean AND o.version_id IS NOT DISTINCT FROM $version_id AND NOT o.is_marker
        LIMIT 1) o ON true
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

interface Named {
  readonly bucket_name: string;
  readonly object_key: string;
  readonly version_id?: string | undefined;
}

function versionOf({ object_key, version_id }: Named): VersionPlace {
  return { key: object_key, versionId: version_id === NULL_VERSION ? null : version_id };
}

type AttributesRow = RowOf<typeof getAttributes>;

function find({ sql, workspace }: InWorkspace, named: Named): Promise<AttributesRow | undefined> {
  const { key, versionId } = versionOf(named);
  return sql.maybe(getAttributes, {
    workspace_id: workspace.id,
    name: named.bucket_name,
    key,
    names_version: versionId !== undefined,
    version_id: versionId ?? null,
  });
}

/** The named object or version. @throws DomainError 404 without it */
function attributesOf(row: AttributesRow, { workspace }: InWorkspace, named: Named) {
  // Every object has a value here.
  if (row.legal_hold === null) throw notFound(named.version_id === undefined ? "object" : "version of the object");
  const bucket: BucketPlace = { workspaceId: workspace.id, bucketId: row.bucket_id };
  return { ...row, legal_hold: row.legal_hold, bucket, named: identityOf(named, row) };
}

function identityOf({ object_key }: Named, { version_id }: AttributesRow) {
  return { key: object_key, version_id: version_id ?? NULL_VERSION };
}

/** @throws DomainError 409 if the bucket has no object lock, 404 */
function lockableOf(row: AttributesRow, context: InWorkspace, named: Named) {
  const found = attributesOf(row, context, named);
  if (!found.bucket_lock_enabled) throw objectLockOff();
  return found;
}

export function objectLockOff(): DomainError {
  return conflict("object_lock_off", "The bucket has no object lock; turn it on first, which needs versioning.");
}

/** The refusal to shorten a retention. */
export function retentionKept(): DomainError {
  return conflict(
    "object_retained",
    "The object is under a retention that can only be extended; one of GOVERNANCE can be shortened with bypass_governance.",
  );
}

/** The retention that a request asks for. Null: none. @throws DomainError 400 if it has passed */
export function wantedRetention({ mode, retain_until }: Pick<ObjectRetention, "mode" | "retain_until">) {
  const until = retain_until === null ? null : new Date(retain_until);
  if (until !== null && until.getTime() <= Date.now()) throw invalidField("retain_until", "must be in the future");
  return mode === null || until === null ? null : { mode, until };
}

export const getObjectTags: EmbeddedHandler<"objectTags.get", AttributesRow> = {
  find,
  async answer(row, context, input) {
    const { named, tags } = attributesOf(row, context, input);
    return { ...named, tags: tagsOf(tags) };
  },
};

function tagsOf(tags: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(tags ?? {}).map(([key, value]) => [key, String(value)]));
}

export const putObjectTags: EmbeddedHandler<"objectTags.put", AttributesRow> = {
  find,
  async answer(row, context, { tags, ...input }) {
    const { bucket, named } = attributesOf(row, context, input);
    if ((await putTags(context.sql, bucket, versionOf(input), tags)) === undefined) throw notFound("object");
    return { ...named, tags };
  },
};

export const getObjectRetention: EmbeddedHandler<"objectRetention.get", AttributesRow> = {
  find,
  async answer(row, context, input) {
    const { named, lock_mode, retained_until } = attributesOf(row, context, input);
    const mode = lock_mode === "COMPLIANCE" || lock_mode === "GOVERNANCE" ? lock_mode : null;
    return { ...named, mode: retained_until === null ? null : mode, retain_until: toTimestamp(retained_until) };
  },
};

type Retaining = AttributesRow & { readonly retention: Retention | null };

export const putObjectRetention: EmbeddedHandler<"objectRetention.put", Retaining> = {
  async find(context, input) {
    const retention = wantedRetention(input);
    const row = await find(context, input);
    return row && { ...row, retention };
  },
  async answer({ retention, ...row }, context, { mode, bypass_governance: bypassGovernance, ...input }) {
    const { bucket, named } = lockableOf(row, context, input);
    const outcome = await retainObject(context.sql, bucket, versionOf(input), { retention, bypassGovernance });
    if (outcome === "absent") throw notFound("object");
    if (outcome === "retained") throw retentionKept();
    return { ...named, mode, retain_until: toTimestamp(retention?.until ?? null) };
  },
};

export const getObjectLegalHold: EmbeddedHandler<"objectLegalHold.get", AttributesRow> = {
  find,
  async answer(row, context, input) {
    const { named, legal_hold } = attributesOf(row, context, input);
    return { ...named, legal_hold };
  },
};

export const putObjectLegalHold: EmbeddedHandler<"objectLegalHold.put", AttributesRow> = {
  find,
  async answer(row, context, { legal_hold, ...input }) {
    const { bucket, named } = lockableOf(row, context, input);
    if (!(await putLegalHold(context.sql, bucket, versionOf(input), legal_hold))) throw notFound("object");
    return { ...named, legal_hold };
  },
};

const getLock = lookup(
  "bucket_lock_get",
  `SELECT b.bucket_id, b.backend::text, b.bucket_lock_enabled, b.retention_mode::text, b.retention_days,
          b.retention_years
     FROM bucket b WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

function findLock({ sql, workspace }: InWorkspace, { bucket_name: name }: { readonly bucket_name: string }) {
  return sql.maybe(getLock, { workspace_id: workspace.id, name });
}

export const getBucketObjectLock: WorkspaceHandler<"bucketObjectLock.get"> = async (context, { bucket_name }) => {
  const row = found(await findLock(context, { bucket_name }), "bucket");
  return { name: bucket_name, enabled: row.bucket_lock_enabled, default_retention: defaultOf(row) };
};

function defaultOf(row: RowOf<typeof getLock>): BucketObjectLock["default_retention"] {
  const { retention_mode: mode, retention_days: days, retention_years: years } = row;
  if (mode !== "GOVERNANCE" && mode !== "COMPLIANCE") return null;
  return days === null ? { mode, years } : { mode, days };
}

export const putBucketObjectLock: EmbeddedHandler<"bucketObjectLock.put", RowOf<typeof getLock>> = {
  find: findLock,
  async answer({ bucket_id: bucketId }, { sql, workspace }, { bucket_name, default_retention }) {
    const { mode, days = null, years = null } = default_retention ?? {};
    const retention = mode === undefined ? null : { mode, days, years };
    if (!(await putLockConfiguration(sql, { workspaceId: workspace.id, bucketId }, retention)))
      throw conflict("versioning_required", "Object lock needs a bucket with versioning; enable versioning first.");
    return { name: bucket_name, enabled: true, default_retention };
  },
};
