import { until } from "@fulmar/testkit/stack";
import { must } from "../story.ts";

/** Prints how long a condition took to hold. The last look starts in time but may end later. */
export async function seenWithin<Seen>(
  limitMs: number,
  what: string,
  look: () => Promise<Seen>,
  holds: (seen: Seen) => boolean,
): Promise<void> {
  const begun = performance.now();
  let lookedMs = 0;
  const timed = () => {
    lookedMs = performance.now() - begun;
    return look();
  };
  await until(what, timed, holds);
  console.log(`          ${what}: seen ${Math.round(lookedMs)} ms after its answer`);
  must(lookedMs <= limitMs, `${what} reaches the machine within ${limitMs} ms`);
}
