import type { ChangeTopic } from "../resources.ts";

/** A resource that is no longer as it was: made, changed or gone. What it is now, whoever wants to know asks. */
export interface Change {
  readonly topic: ChangeTopic;
  readonly id: string;
}

/** What a change stream tells at once. */
export interface ChangeNews {
  /** Everything may have changed: the stream could not tell what has happened before this moment. */
  readonly reset: boolean;
  readonly changes: readonly Change[];
}
