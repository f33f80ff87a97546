import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_MS = 100;
/** Longer than the lease of a worker that was killed, and what it had begun, take together on a slow machine. */
const PATIENCE_MS = 120_000;

/** Asks until the answer is as it should be. @throws Error that shows the last answer, after two minutes */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  holds: (answer: Answer) => boolean,
): Promise<Answer> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(PAUSE_MS)) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (Date.now() > end)
      throw new Error(`waited ${PATIENCE_MS / 1000} s in vain for ${what}: ${JSON.stringify(answer)}`);
  }
}
