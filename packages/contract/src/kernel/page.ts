/** One page of a list, and where the next begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}
