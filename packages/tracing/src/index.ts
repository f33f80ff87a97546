/** Traces of what processes do, by OpenTelemetry. Off unless FULMAR_TRACES_URL is set (docs/operating.md). */
export { inSpan, type ServerSpan, type SpanAttributes, startServerSpan } from "./span.ts";
export { startTracing, type Tracing } from "./start-tracing.ts";
export { isTracing } from "./state.ts";
export { currentTrace, currentTraceparent } from "./traceparent.ts";
