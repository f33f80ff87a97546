/**
 * Why a protected resource cannot be deleted. The server's guards and the console's buttons say the same.
 * @param what the resource in words, e.g. "volume"
 */
export function protectedFromDeletion(what: string): string {
  return `Turn off deletion protection of this ${what} first.`;
}
