/** The header in which the proxy passes on the path and the query of the requested page. */
export const REQUESTED_PAGE = "x-requested-page";

/** The path and the query of a page, without the parameter by which Next's router asks for a part of it. */
export function requestedPage({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): string {
  const query = new URLSearchParams(searchParams);
  query.delete("_rsc");
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
