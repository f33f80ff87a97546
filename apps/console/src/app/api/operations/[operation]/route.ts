import { services } from "@/server/services.ts";
import { operationShape } from "@/show-as/operation-shape.ts";

/** The clients' names of an operation of the public API, the same for everybody. */
export async function GET(_: Request, { params }: { readonly params: Promise<{ readonly operation: string }> }) {
  const { operation } = await params;
  const shape = operationShape(operation, `${services().configuration.publicApiUrl}/v1`);
  if (shape === undefined)
    return Response.json({ detail: `The API has no operation ${operation}.`, code: "not_found" }, { status: 404 });
  return Response.json(shape, { headers: { "cache-control": "public, max-age=3600" } });
}
