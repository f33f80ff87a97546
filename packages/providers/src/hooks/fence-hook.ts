import { runHook } from "./run-hook.ts";

/** A host of a site, as the fence hook gets it. */
export interface FencedHost {
  readonly siteId: string;
  /** Its name at the server of the site. */
  readonly name: string;
}

/**
 * Runs the operator's program that makes sure that nothing runs on a host any more: `program fence <site id> <host
 * name>`. It ends with status 0 when the host is off, also when it was off before: it may be asked again after a crash.
 * @throws Error with what the program wrote to stderr
 */
export async function runFenceHook(program: string, { siteId, name }: FencedHost, signal: AbortSignal): Promise<void> {
  await runHook(program, ["fence", siteId, name], `FULMAR_FENCE_HOOK failed to fence the host ${name}`, signal);
}
