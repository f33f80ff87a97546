import "server-only";
import { randomUUID } from "node:crypto";
import type { CookieAnswer } from "@fulmar/core/identity";
import { DomainError, refusalOf } from "./domain.ts";
import { readBody } from "./request-body.ts";
import { isSameOrigin } from "./same-origin.ts";
import { services } from "./services.ts";

/**
 * Answers a request that sets cookies and is therefore not a procedure. Refusals have the public API's form.
 * @param work returns the Set-Cookie headers and the body
 */
export function answerWithCookies(request: Request, work: () => Promise<CookieAnswer<object>>): Promise<Response> {
  return answered(async () => {
    if (isSameOrigin(request)) return work();
    throw new DomainError("forbidden", "This request did not come from the console; open the console and try there.", {
      code: "foreign_origin",
    });
  });
}

/** Answers a request that no page of the console sends. */
export async function answered(work: () => Promise<CookieAnswer<object>>): Promise<Response> {
  const requestId = randomUUID();
  try {
    const { cookies, body } = await work();
    const response = Response.json(body, { headers: { "x-request-id": requestId, "cache-control": "no-store" } });
    for (const cookie of cookies) response.headers.append("set-cookie", cookie);
    return response;
  } catch (error) {
    const known = error instanceof DomainError ? error : refusalOf(error);
    if (known.status >= 500) services().logger.error({ err: known.cause ?? known, requestId }, "request failed");
    const { message: detail, code, errors, retryAfterSeconds } = known;
    return Response.json(
      { detail, code, request_id: requestId, ...(errors && { errors }) },
      {
        status: known.status,
        headers: {
          "x-request-id": requestId,
          ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
        },
      },
    );
  }
}

/**
 * Parses the JSON body of a request. Returns undefined if it is invalid, which every schema refuses.
 * @throws DomainError 400 if it is too large
 */
export async function jsonBody(request: Request): Promise<unknown> {
  const bytes = await readBody(request);
  if (bytes === undefined) throw new DomainError("invalid_request", "The request is larger than 1 MiB; send less.");
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
