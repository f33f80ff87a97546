/** The cookie by which the console's start, and pages that belong to no workspace, know where somebody was last. */
export const LAST_WORKSPACE = "fulmar_workspace";

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Keeps in this browser which workspace was open last. It says nothing that the page's address does not, and gives no
 * access.
 */
export function rememberWorkspace(workspaceId: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore exists only where the console is served over https
  document.cookie = `${LAST_WORKSPACE}=${encodeURIComponent(workspaceId)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}
