import { type Provider, ProviderError } from "@fulmar/providers";

const TIMEOUT_MS = 120_000;

/** The methods that read or answer a stream. */
const ENDLESS: ReadonlySet<string | symbol> = new Set([
  "exportBackup",
  "importBackup",
  "openTerminal",
  "watchInstances",
]);

/**
 * The provider, each call of which fails when it takes too long. A reconciler reads page after page, so its run has no
 * limit, and a provider may itself wait as long as it is asked to.
 */
export function answeringInTime(provider: Provider, timeoutMs = TIMEOUT_MS): Provider {
  const { beginStep: _, ...ports } = provider;
  const timed = Object.entries(ports).map(([port, methods]) => [port, timedPort(methods, timeoutMs)]);
  return { ...provider, ...Object.fromEntries(timed) };
}

function timedPort<Port extends object>(methods: Port, timeoutMs: number): Port {
  return new Proxy(methods, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== "function" || ENDLESS.has(property)) return member;
      return (...given: unknown[]) => {
        const signal = given.at(-1);
        if (!(signal instanceof AbortSignal)) return member.apply(target, given);
        return inTime((limited) => member.apply(target, [...given.slice(0, -1), limited]), signal, timeoutMs);
      };
    },
  });
}

/**
 * Calls a provider that may take its time.
 * @throws ProviderError, retryable, when it takes longer; the signal's reason when that is aborted
 */
export async function inTime<Value>(
  call: (limited: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Value> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await call(AbortSignal.any([signal, timeout]));
  } catch (error) {
    signal.throwIfAborted();
    if (!timeout.aborted) throw error;
    throw new ProviderError("provider_timeout", "The provider did not answer in time; try again in a moment.", {
      retryable: true,
      cause: error,
    });
  }
}
