/** How often a page asks again, in milliseconds: at once while something changes, now and then otherwise. */
export function refreshEvery(changing: boolean): number {
  return changing ? 1_000 : 10_000;
}
