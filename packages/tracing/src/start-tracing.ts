import { hostname } from "node:os";
import { context, DiagLogLevel, diag, trace } from "@opentelemetry/api";
import { watching } from "./state.ts";

/** How often spans are sent. */
const SEND_EVERY_MS = 1_000;

interface TracingOptions {
  /** `service.name` of the process's spans, such as `fulmar-api`. */
  readonly service: string;
  /** The base URL of an OTLP/HTTP collector. Undefined: nothing is traced. */
  readonly url: string | undefined;
  /** The share of traces that are recorded, from 0 to 1. */
  readonly ratio: number;
  readonly logger: { warn(context: object, message: string): void };
}

interface Tracing {
  /** Sends what is recorded. */
  end(): Promise<void>;
}

/**
 * Begins to record spans and to send them as OTLP over HTTP (JSON) to `url`/v1/traces. The libraries are loaded only
 * then. OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES have their usual meaning.
 */
export async function startTracing({ service, url, ratio, logger }: TracingOptions): Promise<Tracing> {
  if (url === undefined) return { end: async () => undefined };
  const [sdk, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const tell = (message: string, ...more: unknown[]) => logger.warn({ more }, `tracing: ${message}`);
  const silent = () => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const described = resources.resourceFromAttributes({
    "service.name": service,
    "service.instance.id": `${hostname()}:${process.pid}`,
  });
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: described.merge(resources.detectResources({ detectors: [resources.resourceAttributesEnvDetector] })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  trace.setGlobalTracerProvider(provider);
  watching.tracing = true;
  return { end: () => provider.shutdown() };
}
