import { runHook } from "../hooks/run-hook.ts";

/**
 * Runs the operator's program that writes TXT records: `program present|remove <record name> <value>`. A hook may wait
 * until the zone's name servers have the record; it ends with status 0 when they have the change.
 * @throws Error with what the program wrote to stderr
 */
export async function runDnsHook(
  program: string,
  action: "present" | "remove",
  { name, value }: { readonly name: string; readonly value: string },
  signal: AbortSignal,
): Promise<void> {
  const failing = `FULMAR_ACME_DNS_HOOK failed to ${action} the record ${name}`;
  await runHook(program, [action, name, value], failing, signal);
}
