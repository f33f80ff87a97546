import { context, type Span, type SpanContext, trace } from "@opentelemetry/api";

/** Version 00 of the W3C's Trace Context: version, trace id, span id, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The current span as a `traceparent`, by which another process continues its trace. Undefined without one. */
export function currentTraceparent(): string | undefined {
  const span = currentContext();
  if (span === undefined) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;
}

/** The ids of the current span, for log lines. Undefined without one. */
export function currentTrace(): { readonly trace_id: string; readonly span_id: string } | undefined {
  const span = currentContext();
  return span && { trace_id: span.traceId, span_id: span.spanId };
}

/** @returns undefined for what is no `traceparent` of this version */
export function parseTraceparent(text: string): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(text) ?? [];
  if (traceId === "" || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function currentContext(): SpanContext | undefined {
  const span: Span | undefined = trace.getSpan(context.active());
  return span?.spanContext();
}
