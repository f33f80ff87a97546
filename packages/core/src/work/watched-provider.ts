import type { Provider } from "@fulmar/providers";
import { isWatched, watched } from "@fulmar/tracing";

/** The methods that call no server, or answer with a stream. */
const UNWATCHED: ReadonlySet<string | symbol> = new Set(["deviceOf", "exportBackup"]);

/**
 * The provider, each call of which is watched as `compute.start` or the like. The provider itself if nobody watches.
 * @param name of the provider
 */
export function watchedProvider(provider: Provider, name: string): Provider {
  if (!isWatched()) return provider;
  const { beginStep: _, ...ports } = provider;
  const attributes = { "fulmar.provider": name };
  const watchedPorts = Object.entries(ports).map(([port, methods]) => [port, watchedPort(port, methods, attributes)]);
  return { ...provider, ...Object.fromEntries(watchedPorts) };
}

function watchedPort<Port extends object>(port: string, methods: Port, attributes: Record<string, string>): Port {
  return new Proxy(methods, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== "function" || UNWATCHED.has(property)) return member;
      const call = { kind: "call", name: `${port}.${String(property)}`, attributes } as const;
      return (...given: unknown[]) => watched(call, async () => member.apply(target, given));
    },
  });
}
