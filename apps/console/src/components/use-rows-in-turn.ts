import { startTransition, useEffect, useState } from "react";

/** What a tall screen shows. */
const SCREENFUL = 24;
const STEP = 50;

/**
 * How many rows to draw now: a screenful at once, so that a long page is there as fast as a short one, and the others
 * right after it, in steps between which the browser answers to clicks and keys.
 * @param length of the whole page
 */
export function useRowsInTurn(length: number): number {
  const [drawn, setDrawn] = useState(SCREENFUL);
  useEffect(() => {
    // A page that gets longer later begins with what is there, not with all of it.
    const next = Math.min(drawn + STEP, Math.max(length, SCREENFUL));
    if (next !== drawn) startTransition(() => setDrawn(next));
  }, [drawn, length]);
  return drawn;
}
