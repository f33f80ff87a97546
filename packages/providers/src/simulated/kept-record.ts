import type { ResourceRecord } from "../ports/inventory-port.ts";

/**
 * SQL: keeps the record of a snapshot or a backup, in a statement whose part `made` has made copies. Made before, it
 * stays as it is.
 */
export function keepRecord({ id, record }: { readonly id: string; readonly record: string }): string {
  return `recorded AS (INSERT INTO simulated.recovery_record (id, record)
    SELECT ${id}, ${record}::jsonb WHERE ${record}::jsonb IS NOT NULL AND EXISTS (SELECT FROM made) ON CONFLICT (id) DO NOTHING)`;
}

/**
 * What a column named `record` holds of a resource: its record, and beside it what has no column of its own. Null where
 * nothing was ever kept.
 */
export type Kept = Partial<ResourceRecord> & {
  readonly plan_id?: string;
  readonly made_at?: string | null;
};

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

export function recordOf(value: Kept | null): ResourceRecord | null {
  const { installation_id, rows } = value ?? {};
  return installation_id === undefined || rows === undefined ? null : { installation_id, rows };
}

export function madeAtOf(value: Kept | null): Date | null {
  return value?.made_at ? new Date(value.made_at) : null;
}
