import type { ErrorBody } from "@fulmar/contract";
import { DomainError } from "@fulmar/core";
import type { FastifyReply } from "fastify";

/** Sends the standard error body with the headers for its status. */
export function sendError(reply: FastifyReply, error: DomainError, requestId: string): FastifyReply {
  const body: ErrorBody = {
    detail: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.errors && { errors: [...error.errors] }),
    ...(error.blockers && { blockers: [...error.blockers] }),
    ...error.approval,
  };
  if (error.kind === "unauthenticated") reply.header("www-authenticate", "Bearer");
  if (error.kind === "unsupported_media_type") reply.header("accept-encoding", "identity");
  if (error.retryAfterSeconds !== undefined) reply.header("retry-after", error.retryAfterSeconds);
  return reply.code(error.status).header("x-request-id", requestId).type("application/json").send(JSON.stringify(body));
}

/** Converts refusals of the HTTP layer to domain errors. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return invalid("The body is larger than 1 MiB; send less.", "must be at most 1 MiB");
  if (code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH")
    return invalid("The body is not as long as Content-Length says.", "must be as long as Content-Length says");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new DomainError("invalid_request", "The request is malformed; check its URL and headers.", { cause: error });
  return new DomainError(
    "internal",
    "Something went wrong on our side; retry, and send us the request id if it happens again.",
    { cause: error },
  );
}

function invalid(detail: string, message: string) {
  return new DomainError("invalid_request", detail, { errors: [{ field: "", message }] });
}
