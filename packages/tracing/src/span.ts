import { type Attributes, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { isTracing } from "./state.ts";
import { parseTraceparent } from "./traceparent.ts";

/** The name of the instrumentation. */
const TRACER = "fulmar";

export type SpanAttributes = Attributes;

/** A span of the work's own, unless the process does not trace: then this only calls `work`, synchronously. */
export interface SpanDescription {
  readonly name: string;
  readonly attributes?: SpanAttributes;
  /** A call to another server, such as a database. */
  readonly isCall?: boolean;
  /** The span of another process that this one continues. By default the current span. */
  readonly parent?: string | null;
}

/**
 * Runs `work` in a span. A failure is recorded by its message. Attributes are never values of requests or of queries.
 * @throws what `work` throws
 */
export function inSpan<Result>(
  { name, attributes, isCall = false, parent = null }: SpanDescription,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTracing()) return work();
  const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const remote = parent === null ? undefined : parseTraceparent(parent);
  const around = remote === undefined ? context.active() : trace.setSpanContext(ROOT_CONTEXT, remote);
  return trace
    .getTracer(TRACER)
    .startActiveSpan(name, { kind, ...(attributes && { attributes }) }, around, async (span) => {
      try {
        return await work();
      } catch (error) {
        noteFailure(span, error);
        throw error;
      } finally {
        span.end();
      }
    });
}

/** The span of a request that a server answers. */
export interface ServerSpan {
  /** Runs `work` with the span as the current one. */
  within<Result>(work: () => Result): Result;
  /** @param name of the operation, `none` if the request reached none */
  end(name: string, status: number): void;
}

/**
 * Begins the span of a request. It begins a trace of its own: whoever calls a public API must not choose whether it is
 * recorded, nor in which trace. The caller's span is linked.
 * @param traceparent the header of the request
 * @returns undefined unless the process traces
 */
export function startServerSpan(method: string, traceparent: unknown): ServerSpan | undefined {
  if (!isTracing()) return undefined;
  const caller = typeof traceparent === "string" ? parseTraceparent(traceparent) : undefined;
  const span = trace.getTracer(TRACER).startSpan(
    method,
    {
      kind: SpanKind.SERVER,
      root: true,
      attributes: { "http.request.method": method },
      ...(caller && { links: [{ context: caller }] }),
    },
    ROOT_CONTEXT,
  );
  const around = trace.setSpan(ROOT_CONTEXT, span);
  return {
    within: (work) => context.with(around, work),
    end(name, status) {
      span.updateName(name === "none" ? method : name);
      span.setAttributes({ "fulmar.operation": name, "http.response.status_code": status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function noteFailure(span: Span, error: unknown) {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  span.setAttribute("error.type", name);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}
