import type { CodeOf } from "../declaration/refusals.ts";

/** A part of a configuration, by its name. */
export interface ConfigurationPart {
  readonly type: "load_balancer_listener" | "load_balancer_pool";
  readonly name: string;
}

/** A contradiction between well-formed parts of a configuration. */
export interface ConfigurationProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: CodeOf<"conflict"> | "invalid_request";
  /** The conflicting parts. Empty if a single part contradicts itself. */
  readonly parts: readonly ConfigurationPart[];
}
