/** `attaching_volume` and `boot-instance` in words. */
export function inWords(status: string): string {
  return status.replaceAll(/[_-]/g, " ");
}
