import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { isWatched, type Work, watching } from "./state.ts";
import { parseTraceparent } from "./traceparent.ts";

/** The name of the instrumentation. */
export const TRACER = "fulmar";

const CALLS: ReadonlySet<Work["kind"]> = new Set(["call", "statement"]);

/**
 * Runs `work`, which begins at once, in a span of its own if the process traces, and tells the process's observer how
 * long it took. A failure is recorded by its message.
 * @param parent the `traceparent` of a span of another process that this work continues. By default the current span
 * @throws what `work` throws
 */
export function watched<Result>(
  described: Work,
  work: () => Promise<Result>,
  parent: string | null = null,
): Promise<Result> {
  if (!isWatched()) return work();
  return watching.tracing ? traced(described, () => timed(described, work), parent) : timed(described, work);
}

async function timed<Result>(described: Work, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } finally {
    watching.observer?.(described, (performance.now() - begun) / 1000, failed);
  }
}

function traced<Result>(
  { kind, name, attributes }: Work,
  work: () => Promise<Result>,
  parent: string | null,
): Promise<Result> {
  const remote = parent === null ? undefined : parseTraceparent(parent);
  const around = remote === undefined ? context.active() : trace.setSpanContext(ROOT_CONTEXT, remote);
  return trace.getTracer(TRACER).startActiveSpan(
    kind === name ? name : `${kind} ${name}`,
    {
      kind: CALLS.has(kind) ? SpanKind.CLIENT : SpanKind.INTERNAL,
      attributes: { ...(kind === "statement" && { "db.system.name": "postgresql" }), ...attributes },
    },
    around,
    async (span) => {
      try {
        return await work();
      } catch (error) {
        noteFailure(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
  );
}

function noteFailure(span: Span, error: unknown) {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  span.setAttribute("error.type", name);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}
