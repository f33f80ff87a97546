/** What a drill did and what it found. */
export interface Finding {
  readonly drill: string;
  readonly found: string;
  readonly holds: boolean;
}
