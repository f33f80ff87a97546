/** Puts `attaching_volume` and `boot-instance` into words. */
export function formatStatus(status: string): string {
  return status.replaceAll(/[_-]/g, " ");
}
