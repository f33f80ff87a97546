import { TERMINAL_ENDS, type TerminalEnd, TerminalNotice, TerminalRequest } from "@fulmar/contract";
import { z } from "zod";

/** Reads a client's text frame. @returns undefined for one that is no resize */
export function parseResize(text: string): TerminalRequest | undefined {
  return TerminalRequest.safeParse(jsonOf(text)).data;
}

/** A message about a terminal from its worker to the API: one for its client too, or why there is no terminal. */
const WorkerNotice = z.discriminatedUnion("type", [
  ...TerminalNotice.options,
  z.object({ type: z.literal("failed"), reason: z.string().refine(isTerminalEnd) }),
]);
export type WorkerNotice = z.infer<typeof TerminalNotice> | { readonly type: "failed"; readonly reason: TerminalEnd };

/** @returns undefined for a message of a worker of another version */
export function parseWorkerNotice(text: string): WorkerNotice | undefined {
  return WorkerNotice.safeParse(jsonOf(text)).data;
}

function isTerminalEnd(reason: string): reason is TerminalEnd {
  return Object.hasOwn(TERMINAL_ENDS, reason);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
