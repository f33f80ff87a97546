/** The work of processes, as spans of OpenTelemetry and as durations for metrics (docs/monitoring.md). */
export { type ServerSpan, startServerSpan } from "./server-span.ts";
export { startTracing } from "./start-tracing.ts";
export { isWatched, observeWork, type WorkObserver } from "./state.ts";
export { currentTrace, currentTraceparent } from "./traceparent.ts";
export { watched } from "./watch.ts";
