import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const TIMEOUT_MS = 60_000;
const LONGEST_REASON = 300;

/**
 * Runs a program of the operator by its absolute path, without a shell. It has 60 seconds, and status 0 means that it
 * succeeded.
 * @param failing the beginning of the sentence about a failure
 * @throws Error with what the program wrote to stderr; the signal's reason when it is aborted
 */
export async function runHook(
  program: string,
  args: readonly string[],
  failing: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await run(program, args, { timeout: TIMEOUT_MS, signal, maxBuffer: 1_000_000 });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${failing}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { stderr, killed, code } = error as {
    readonly stderr?: string;
    readonly killed?: boolean;
    readonly code?: unknown;
  };
  if (killed) return `it took longer than ${TIMEOUT_MS / 1000} seconds.`;
  const said = stderr?.trim().slice(-LONGEST_REASON) ?? "";
  return said === "" ? `it ended with ${String(code)}.` : said;
}
