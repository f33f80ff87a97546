/** The result of a drill. */
export interface Finding {
  readonly drill: string;
  readonly found: string;
  readonly holds: boolean;
}
