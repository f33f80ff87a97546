import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
/** A hook may wait until the zone's name servers have the record. */
const TIMEOUT_MS = 60_000;
const LONGEST_REASON = 300;

/**
 * Runs the operator's program that writes TXT records: `program present|remove <record name> <value>`. It ends with
 * status 0 when the name servers of the zone have the change.
 * @throws Error with what the program wrote to stderr
 */
export async function runDnsHook(
  program: string,
  action: "present" | "remove",
  { name, value }: { readonly name: string; readonly value: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    await run(program, [action, name, value], { timeout: TIMEOUT_MS, signal, maxBuffer: 1_000_000 });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`FULMAR_ACME_DNS_HOOK failed to ${action} the record ${name}: ${reasonOf(error)}`, {
      cause: error,
    });
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
