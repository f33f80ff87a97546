import { documentationFile } from "@/docs/documentation-file.ts";

export const dynamic = "force-dynamic";

/** Serves the documentation, to everyone and without a workspace. */
export async function GET(request: Request, { params }: RouteContext<"/docs/[[...path]]">) {
  const { path = [] } = await params;
  return documentationFile(path, request.headers.get("if-none-match"));
}
