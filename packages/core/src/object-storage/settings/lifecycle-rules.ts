import type { LifecycleRule as LifecycleRecord, NewLifecycleRule } from "@fulmar/contract";
import { z } from "zod";

const DAY_MS = 86_400_000;

/** A lifecycle rule as `bucket_configuration` has it, whoever set it. */
const LifecycleRule = z.strictObject({
  id: z.string(),
  enabled: z.boolean(),
  prefix: z.string(),
  /** Whether the prefix is in the rule itself, as older S3 clients send it. */
  hasOwnPrefix: z.boolean(),
  tags: z.record(z.string(), z.string()),
  /** In bytes. */
  largerThan: z.number().nullable(),
  /** In bytes. */
  smallerThan: z.number().nullable(),
  /** When objects expire: after days, on a date (ISO 8601), or, of a key without versions, its delete marker. */
  expiration: z
    .union([
      z.strictObject({ days: z.number() }),
      z.strictObject({ date: z.string() }),
      z.strictObject({ deleteMarker: z.literal(true) }),
    ])
    .nullable(),
  /** When earlier versions expire, but for the newest `keep` of them. */
  noncurrent: z.strictObject({ days: z.number(), keep: z.number() }).nullable(),
  /** When multipart uploads are aborted. */
  abortDays: z.number().nullable(),
});
export type LifecycleRule = z.infer<typeof LifecycleRule>;

/** The lifecycle rules of a bucket (AWS: Managing the lifecycle of objects). */
export const LifecycleRules = z.array(LifecycleRule).readonly();
export type LifecycleRules = z.infer<typeof LifecycleRules>;

/** Objects written at or before this time are older than some days, counted from the next midnight (UTC). */
export function beforeDays(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
}

/** Objects that were written at or before this time have expired. Undefined if none have. */
export function expiryLimit({ expiration }: Pick<LifecycleRule, "expiration">, now: Date): Date | undefined {
  if (expiration === null || "deleteMarker" in expiration) return undefined;
  if ("days" in expiration) return beforeDays(now, expiration.days);
  return now.getTime() >= Date.parse(expiration.date) ? now : undefined;
}

/** The rule in the public API. */
export function toLifecycleRecord(rule: LifecycleRule): LifecycleRecord {
  const { id, enabled, prefix, tags, largerThan, smallerThan, expiration, noncurrent, abortDays } = rule;
  return {
    id,
    enabled,
    filter: { prefix, tags, larger_than_bytes: largerThan, smaller_than_bytes: smallerThan },
    expire_after_days: expiration !== null && "days" in expiration ? expiration.days : null,
    expire_on: expiration !== null && "date" in expiration ? (expiration.date.split("T", 1)[0] ?? null) : null,
    expire_delete_markers: expiration !== null && "deleteMarker" in expiration,
    expire_earlier_versions_after_days: noncurrent?.days ?? null,
    keep_earlier_versions: noncurrent?.keep ?? 0,
    abort_uploads_after_days: abortDays,
  };
}

/** The rule as it is stored, of one that the public API was sent. */
export function toLifecycleRule(rule: NewLifecycleRule): LifecycleRule {
  const { prefix, tags, larger_than_bytes, smaller_than_bytes } = rule.filter;
  const { expire_earlier_versions_after_days: days, keep_earlier_versions: keep } = rule;
  return {
    ...{ id: rule.id, enabled: rule.enabled, prefix, hasOwnPrefix: false, tags },
    ...{ largerThan: larger_than_bytes, smallerThan: smaller_than_bytes, expiration: expirationOf(rule) },
    noncurrent: days === null ? null : { days, keep },
    abortDays: rule.abort_uploads_after_days,
  };
}

function expirationOf(rule: NewLifecycleRule): LifecycleRule["expiration"] {
  if (rule.expire_after_days !== null) return { days: rule.expire_after_days };
  if (rule.expire_on !== null) return { date: `${rule.expire_on}T00:00:00.000Z` };
  return rule.expire_delete_markers ? { deleteMarker: true } : null;
}
