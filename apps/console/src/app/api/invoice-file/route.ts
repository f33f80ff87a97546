import { INVOICE_FORMATS } from "@fulmar/contract";
import { DomainError } from "@/server/domain.ts";
import { requestContext } from "@/server/request-context.ts";
import { services } from "@/server/services.ts";

/** An invoice as a file, limited to what the user may see: it calls the page's own procedure. */
export async function GET(request: Request): Promise<Response> {
  const search = new URL(request.url).searchParams;
  const format = INVOICE_FORMATS.find((known) => known === search.get("format")) ?? "pdf";
  const context = await requestContext(request.headers, request.signal);
  const { invoice } = services().router.createCaller(context);
  try {
    const { file_name, media_type, content } = await invoice.file({
      workspace_id: search.get("workspace_id") ?? "",
      invoice_id: search.get("invoice_id") ?? "",
      format,
    });
    return new Response(Buffer.from(content, "base64"), {
      headers: {
        "content-type": media_type,
        "content-disposition": `attachment; filename="${file_name}"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
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
