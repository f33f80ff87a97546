import { DomainError, invalidRequest } from "@fulmar/core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { repeatedName } from "./repeated-name.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Keeps bodies as bytes. They are parsed only after the caller has been authorized. */
export function registerBodyParser(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

/**
 * Parses a request's body as JSON; undefined when there is none.
 * @throws DomainError 415 when it is compressed; 400 when it is not JSON, not declared as JSON, or repeats a field name
 */
export function readBody(request: FastifyRequest): unknown {
  const bytes = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  requirePlain(request.headers["content-encoding"]);
  const type = request.headers["content-type"];
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    throw malformed(
      "Send the body as JSON, with the header Content-Type: application/json.",
      "must be application/json",
    );
  }
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed(
      "The body is not valid JSON; check its quotes, commas and encoding (UTF-8).",
      "must be valid JSON",
      cause,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw malformed("The body must be a JSON object.", "must be a JSON object");
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw invalidRequest([{ field: repeated, message: "must be given once" }]);
  return value;
}

/** @throws DomainError 415. Nothing unpacks bodies, because a small one may become a very large one. */
function requirePlain(encodings = ""): void {
  const packed = encodings
    .split(",")
    .map((coding) => coding.trim())
    .find((coding) => !/^(identity)?$/i.test(coding));
  if (packed !== undefined)
    throw new DomainError(
      "unsupported_media_type",
      "The body has a Content-Encoding, and bodies are not compressed here; send it as it is, without that header.",
    );
}

function malformed(detail: string, message: string, cause?: unknown) {
  return new DomainError("invalid_request", detail, { errors: [{ field: "", message }], cause });
}
