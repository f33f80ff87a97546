import { z } from "zod";
import { ResourceRecord } from "../ports/inventory-port.ts";

/**
 * SQL: keeps the record of a snapshot or a backup, in a statement whose part `made` has made copies. Made before, it
 * stays as it is.
 */
export function keepRecord({ id, record }: { readonly id: string; readonly record: string }): string {
  return `recorded AS (INSERT INTO simulated.recovery_record (id, record)
    SELECT ${id}, ${record}::jsonb WHERE ${record}::jsonb IS NOT NULL AND EXISTS (SELECT FROM made) ON CONFLICT (id) DO NOTHING)`;
}

/** What a column named `record` holds beside the record: what has no column of its own. */
const Beside = z.object({ plan_id: z.string().nullish(), made_at: z.string().nullish() });

/** SQL: what is kept of a resource that is made now. @param record the parameter that has its record, such as `$5` */
export function kept(record: string): string {
  return `(${record}::jsonb || jsonb_build_object('made_at', now()))`;
}

/**
 * SQL: what an upsert keeps of a resource that was there before, under the alias `was`: the new record, and that it is
 * as old as it was.
 */
export function keptAgain(was: string): string {
  return `excluded.record || jsonb_build_object('made_at', ${was}.record -> 'made_at')`;
}

/** What a column named `record` holds; nulls where nothing was ever kept. */
export function keptIn(column: unknown): {
  readonly record: ResourceRecord | null;
  readonly madeAt: Date | null;
  readonly planId: string | null;
} {
  const { plan_id, made_at } = Beside.safeParse(column).data ?? {};
  return {
    record: ResourceRecord.safeParse(column).data ?? null,
    madeAt: made_at ? new Date(made_at) : null,
    planId: plan_id ?? null,
  };
}
