import type { AuditEvent } from "@fulmar/contract";
import { csvRecord } from "@/client/csv.ts";

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
