import { z } from "zod";
import { SiteRecord } from "../ports/inventory-port.ts";

/**
 * SQL: keeps `$record` as the record of a snapshot or a backup, in a statement whose part `made` has created copies. An
 * existing record stays.
 */
export function keepRecord(id: "$snapshot_id" | "$backup_id"): string {
  return `recorded AS (INSERT INTO simulated.recovery_record (id, record)
    SELECT ${id}, $record::jsonb WHERE $record::jsonb IS NOT NULL AND EXISTS (SELECT FROM made)
        ON CONFLICT (id) DO NOTHING)`;
}

/** Values that are stored in a `record` column next to the record, because they have no column of their own. */
const Beside = z.object({ plan_id: z.string().nullish(), made_at: z.string().nullish() });

/** SQL: the `record` column of a new resource, whose record is `$record`. */
export const KEPT = "($record::jsonb || jsonb_build_object('made_at', now()))";

/**
 * SQL: the `record` column of an upserted resource: the new record with the creation date of the existing row, whose
 * alias is `was`.
 */
export function keptAgain(was: string): string {
  return `excluded.record || jsonb_build_object('made_at', ${was}.record -> 'made_at')`;
}

/** The content of a `record` column; nulls where nothing was stored. */
export function keptIn(column: unknown): {
  readonly record: SiteRecord | null;
  readonly madeAt: Date | null;
  readonly planId: string | null;
} {
  const { plan_id, made_at } = Beside.safeParse(column).data ?? {};
  return {
    record: SiteRecord.safeParse(column).data ?? null,
    madeAt: made_at ? new Date(made_at) : null,
    planId: plan_id ?? null,
  };
}
