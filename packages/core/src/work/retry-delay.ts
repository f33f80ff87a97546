/**
 * The delay before the next attempt, doubled after each failure.
 * @param failures so far, including the last one
 */
export function retryDelayMs(
  failures: number,
  { firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number },
): number {
  return Math.min(firstMs * 2 ** Math.min(failures - 1, 30), mostMs);
}
