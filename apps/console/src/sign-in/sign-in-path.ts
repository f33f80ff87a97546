import type { Route } from "next";

/**
 * The sign-in page, which returns to a page.
 * @param page the path of the page with its query
 * @param ended whether the session has ended while the page was open
 */
export function signInPath(page: string, { ended = false }: { readonly ended?: boolean } = {}): Route {
  const query = new URLSearchParams({ ...(page !== "/" && { next: page }), ...(ended && { ended: "1" }) });
  return query.size === 0 ? "/sign-in" : `/sign-in?${query}`;
}
