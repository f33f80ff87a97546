/**
 * How long to wait before what failed is tried again: twice as long after each failure.
 * @param failures so far, the last one included
 */
export function retryDelayMs(
  failures: number,
  { firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number },
): number {
  return Math.min(firstMs * 2 ** Math.min(failures - 1, 30), mostMs);
}
