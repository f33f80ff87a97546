/** What a drill did and found. */
export interface Finding {
  readonly drill: string;
  readonly found: string;
  readonly holds: boolean;
}
