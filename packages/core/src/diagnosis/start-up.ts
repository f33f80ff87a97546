import { type Finding, fail, warn } from "./finding.ts";

/** Within this time after its own start, a worker takes a process that it has not seen for one that starts, too. */
const START_UP_MS = 60_000;

/** What a process that looks at the others has seen of them. */
export interface StartUp {
  readonly sees: (check: string) => void;
  /** Judges a process that does not work. */
  readonly misses: (check: string, sentence: string) => Finding;
}

/** Of a look without a start, as by a command: what does not work fails. */
export const STARTED: StartUp = { sees: () => undefined, misses: fail };

/** Of a worker that has begun now: what has never worked since may be starting. */
export function startUpSince(begun = new Date()): StartUp {
  const seen = new Set<string>();
  return {
    sees: (check) => seen.add(check),
    misses: (check, sentence) =>
      seen.has(check) || Date.now() - begun.getTime() >= START_UP_MS
        ? fail(check, sentence)
        : warn(check, `It may be starting, and fails a minute after the worker's start. ${sentence}`),
  };
}
