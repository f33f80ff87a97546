import { randomUUID } from "node:crypto";
import { services } from "@/server/services.ts";

export const dynamic = "force-dynamic";

/**
 * Refuses a request whose host is not the console's. `entry/rewrite-request.ts` leads such requests here, whatever
 * they ask for.
 */
export function GET() {
  const requestId = randomUUID();
  const { publicConsoleUrl } = services().configuration;
  const detail =
    `The console is at ${publicConsoleUrl}, and this request names another host; open it there, ` +
    "or set FULMAR_PUBLIC_CONSOLE_URL.";
  return Response.json(
    { detail, code: "foreign_host", request_id: requestId },
    { status: 421, headers: { "x-request-id": requestId, "cache-control": "no-store" } },
  );
}
