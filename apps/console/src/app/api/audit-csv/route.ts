import { auditCsv } from "@/audit/audit-csv.ts";
import { AUDIT_LIST } from "@/audit/audit-filter.ts";
import { readListChoice } from "@/client/list.ts";
import { DomainError } from "@/server/domain.ts";
import { requestContext } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

const PAGE_SIZE = 1000;

/** Exports a workspace's audit trail as CSV, limited to what the user may see: it calls the page's own procedure. */
export async function GET(request: Request): Promise<Response> {
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const { workspace_id = "" } = search;
  const context = await requestContext(request.headers, request.signal);
  const { auditEvent } = services().router.createCaller(context);
  const input = { ...readListChoice(AUDIT_LIST, search), workspace_id, limit: PAGE_SIZE };
  try {
    const first = await auditEvent.list(input);
    return new Response(
      auditCsv(first, (cursor) => auditEvent.list({ ...input, cursor })),
      {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="audit-${workspace_id}-${new Date().toISOString().slice(0, 10)}.csv"`,
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        },
      },
    );
  } catch (error) {
    const refusal = error instanceof Error ? error.cause : undefined;
    // Next logs unexpected errors and answers 500.
    if (!(refusal instanceof DomainError)) throw error;
    return Response.json(
      { detail: refusal.message, code: refusal.code, request_id: context.requestId },
      { status: refusal.status },
    );
  }
}
