import type { Provider } from "@fulmar/providers";
import { inSpan, isTracing } from "@fulmar/tracing";

/** The methods that call no server, or answer with a stream. */
const UNTRACED: ReadonlySet<string | symbol> = new Set(["deviceOf", "exportBackup"]);

/** The provider, each call of which is a span such as `compute.start`. The provider itself if the process does not trace. */
export function tracedProvider(provider: Provider): Provider {
  if (!isTracing()) return provider;
  const { beginStep: _, ...ports } = provider;
  const traced = Object.entries(ports).map(([name, port]) => [name, tracedPort(name, port)]);
  return { ...provider, ...Object.fromEntries(traced) };
}

function tracedPort<Port extends object>(name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== "function" || UNTRACED.has(property)) return member;
      return (...given: unknown[]) =>
        inSpan({ name: `${name}.${String(property)}`, isCall: true }, async () => member.apply(target, given));
    },
  });
}
