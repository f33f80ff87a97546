/** A path of segments that may hold anything. */
export function pathOf(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
}

/** `web` of `/1.0/operations/web?project=fulmar` */
export function lastSegment(url: string): string {
  return new URL(url, "http://lxd").pathname.split("/").at(-1) ?? "";
}
