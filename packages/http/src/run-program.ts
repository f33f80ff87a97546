import { flushCompileCache } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { type Configuration, ConfigurationError } from "@fulmar/config";

/** A program that has started. */
interface Running {
  /** How long it continues to serve after it was asked to end, in milliseconds. */
  readonly drainMs?: number;
  /** Finishes work in progress and releases all resources. */
  stop(): Promise<void>;
}

/** @param leaving aborted when the process is asked to end */
export type Program<Loaded = Configuration> = (configuration: Loaded, leaving: AbortSignal) => Promise<Running>;

/**
 * Runs a process: reads the configuration, starts the program, and ends it on SIGTERM or SIGINT. The shutdown is
 * graceful: `leaving` informs load balancers, the drain gives them time to react (the kernel resets connections that
 * wait in a closing socket's queue), then the program stops. A second signal ends the process at once.
 * @param load reads the configuration; throws ConfigurationError when a variable is wrong
 */
export async function runProgram<Loaded>(load: () => Loaded, program: Program<Loaded>): Promise<void> {
  const configuration = configurationOrExit(load);
  const leaving = new AbortController();
  const starting = program(configuration, leaving.signal).catch(exitWhenMisconfigured);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (leaving.signal.aborted) process.exit(1);
      leaving.abort();
      // After a failed start there is nothing to stop.
      void starting.then(end, () => undefined);
    });
  }
  await starting;
  // Node keeps compiled code for the next start when a process ends. One that is killed starts as fast.
  flushCompileCache();
}

/** Returns the configuration. If a variable is wrong, prints one sentence for each and exits the process. */
export function configurationOrExit<Loaded>(load: () => Loaded): Loaded {
  try {
    return load();
  } catch (error) {
    return exitWhenMisconfigured(error);
  }
}

function exitWhenMisconfigured(error: unknown): never {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function end({ drainMs = 0, stop }: Running): Promise<void> {
  await delay(drainMs);
  await stop();
}
