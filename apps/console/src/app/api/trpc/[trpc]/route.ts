import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { MOST_TOGETHER } from "@/client/query-client.ts";
import { readBody } from "@/server/request-body.ts";
import { prolongingContext } from "@/server/request-context.ts";
import { isSameOrigin } from "@/server/same-origin.ts";
import { services } from "@/server/services.ts";

async function handle(request: Request): Promise<Response> {
  const { router, logger } = services();
  let cookies: readonly string[] = [];
  const response = await fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router,
    // Queries are batched and mutations are not, so that one request cannot carry a thousand changes.
    allowBatching: request.method === "GET",
    maxBatchSize: MOST_TOGETHER,
    createContext: async () => {
      const session = await prolongingContext(request.headers, request.signal);
      cookies = session.cookies;
      return session.context;
    },
    onError: ({ error, path, ctx }) => {
      if (error.code === "INTERNAL_SERVER_ERROR" || error.code === "SERVICE_UNAVAILABLE")
        logger.error({ err: rootOf(error), path, requestId: ctx?.requestId }, "procedure failed");
    },
  });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  // Streams set their own cache and compression headers.
  if (response.headers.get("content-type") !== "text/event-stream") response.headers.set("cache-control", "no-store");
  return response;
}

export function GET(request: Request) {
  return handle(request);
}

/** Mutations only. They are refused unless they come from a page of this console. */
export async function POST(request: Request) {
  if (!isSameOrigin(request)) return new Response("This request did not come from the console.", { status: 403 });
  const body = await readBody(request);
  if (body === undefined) return new Response("This request is larger than 1 MiB.", { status: 413 });
  return handle(
    new Request(request.url, { method: request.method, headers: request.headers, signal: request.signal, body }),
  );
}

function rootOf(error: Error): unknown {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
