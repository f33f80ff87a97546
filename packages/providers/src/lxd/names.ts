/** The name on the server of what has this id of ours: LXD's names have no underscores. */
export function lxdName(id: string): string {
  return id.replaceAll("_", "-");
}
