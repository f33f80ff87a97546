/**
 * SQL: keeps the record of a snapshot or a backup, in a statement whose part `made` has made copies. Made before, it
 * stays as it is.
 */
export function keepRecord({ id, record }: { readonly id: string; readonly record: string }): string {
  return `recorded AS (INSERT INTO simulated.recovery_record (id, record)
    SELECT ${id}, ${record}::jsonb WHERE ${record}::jsonb IS NOT NULL AND EXISTS (SELECT FROM made) ON CONFLICT (id) DO NOTHING)`;
}
