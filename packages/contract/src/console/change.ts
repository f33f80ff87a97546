import type { ChangeTopic } from "../resources.ts";

/** A resource that was created, changed or deleted. Readers query its current state. */
export interface Change {
  readonly topic: ChangeTopic;
  readonly id: string;
}

/** One message of a change stream. */
export interface ChangeNews {
  /** Anything may have changed: the stream cannot list the changes before this moment. */
  readonly reset: boolean;
  readonly changes: readonly Change[];
}
