import type {} from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** A skipped test needs it, and this machine lacks it. */
    lacks?: string;
  }
}

/**
 * Options of a test or suite that needs what a machine may lack. Without it the test is skipped, and a run counts it
 * under this name at its end. scripts/skipped-in-ci.json names what tests may lack in CI.
 * @param name such as `HAProxy`
 */
export function needs(name: string, isHere: boolean): { skip?: true; meta?: { lacks: string } } {
  return isHere ? {} : { skip: true, meta: { lacks: name } };
}
