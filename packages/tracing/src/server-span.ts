import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { watching } from "./state.ts";
import { parseTraceparent } from "./traceparent.ts";
import { TRACER } from "./watch.ts";

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
  if (!watching.tracing) return undefined;
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
