import type { AuditEvent } from "@fulmar/contract";

const COLUMNS = [
  "at",
  "actor_type",
  "actor_id",
  "actor_name",
  "action",
  "resource_type",
  "resource_id",
  "result",
  "source_ip",
  "request_id",
  "audit_event_id",
  "planned",
] as const satisfies readonly (keyof AuditEvent)[];

interface Page {
  readonly items: readonly AuditEvent[];
  readonly nextCursor: string | null;
}

/**
 * Streams a whole audit trail as CSV, page by page: only one page is in memory, and when the reader stops, so do the
 * queries.
 * @param first the first page, requested beforehand so that a refusal can still be answered
 * @param pageAfter requests the page at a cursor
 */
export function auditCsv(first: Page, pageAfter: (cursor: string) => Promise<Page>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: Page | null = first;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvRecord(COLUMNS))),
    async pull(controller) {
      if (next === null) return controller.close();
      const { items, nextCursor } = next;
      controller.enqueue(encoder.encode(items.map((event) => csvRecord(COLUMNS.map((name) => event[name]))).join("")));
      next = nextCursor === null ? null : await pageAfter(nextCursor);
      if (next === null) controller.close();
    },
  });
}

/**
 * Characters that make a spreadsheet read a cell as a formula. Some spreadsheets also accept the full-width forms and
 * skip leading white space.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * One record of a CSV file (RFC 4180) with its line break. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front: users choose names, and other people open the file.
 */
export function csvRecord(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(field).join(",")}\r\n`;
}

function field(value: string | number | boolean | null): string {
  if (value === null) return "";
  const text = String(value);
  const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
