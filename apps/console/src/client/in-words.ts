/** Puts `attaching_volume` and `boot-instance` into words. */
export function inWords(status: string): string {
  return status.replaceAll(/[_-]/g, " ");
}
