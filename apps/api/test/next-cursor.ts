import type { ApiResponse } from "./api-fixture.ts";

/** The cursor in a list's Link header; empty when there is no next page. */
export function nextCursor(response: ApiResponse): string {
  const url = /<([^>]+)>; rel="next"/.exec(response.headers.link ?? "")?.[1];
  return url === undefined ? "" : (new URL(url).searchParams.get("cursor") ?? "");
}
