/** What is known of a machine without its host. */
export interface Placement {
  readonly hosts: readonly string[];
  readonly volumes: readonly { readonly volumeId: string; readonly target: string }[];
  /** Of the definition. */
  readonly sum: string;
}

/** Placements by the files of their records. A record is not changed: another one takes its place. */
export type KnownPlacements = Map<string, Placement>;
