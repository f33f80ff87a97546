import { join } from "node:path";

/** A path of the project. */
export function inProject(...path: readonly string[]): string {
  return join(import.meta.dirname, "../../..", ...path);
}
