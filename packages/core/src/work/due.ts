/**
 * SQL: anything due before this time is due now. Columns keep milliseconds and may round up, so a row that just became
 * due could seem to be due in a moment.
 */
export const DUE = "now() + interval '1 millisecond'";

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
