import type { ApiResponse } from "./api-fixture.ts";

/** The cursor of the page that a list's Link header names; empty when there is none. */
export function nextCursor(response: ApiResponse): string {
  const url = /<([^>]+)>; rel="next"/.exec(response.headers.link ?? "")?.[1];
  return url === undefined ? "" : (new URL(url).searchParams.get("cursor") ?? "");
}
