import type { z } from "zod";

/** A timestamp in the wire format: ISO 8601, UTC, milliseconds. */
export function toTimestamp(date: Date): string;
export function toTimestamp(date: Date | null): string | null;
export function toTimestamp(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/** A row with the fields of a record. Where the record has a text, the row may have the moment of a timestamp. */
type RowFor<Record> = { readonly [Field in keyof Record]: Record[Field] | MomentFor<Record[Field]> };

type MomentFor<Value> = string extends NonNullable<Value> ? Date : never;

/**
 * Makes records of rows by the fields of their schema: moments become timestamps, and columns that the schema does not
 * have are left out. Fields that are derived are added by the caller: `{ ...shown(row), cores: … }`.
 */
export function wireForm<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): (row: RowFor<z.output<typeof schema>>) => z.output<typeof schema> {
  const fields = Object.keys(schema.shape);
  return (row) => {
    const record: Record<string, unknown> = {};
    for (const field of fields) {
      const value: unknown = row[field as keyof typeof row];
      if (value !== undefined) record[field] = value instanceof Date ? toTimestamp(value) : value;
    }
    // The types of the fields are checked where the row is given, and their values where the answer is sent.
    return record as z.output<typeof schema>;
  };
}
