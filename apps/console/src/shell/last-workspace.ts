/** The cookie with the last used workspace, for the console's start page and pages without a workspace. */
export const LAST_WORKSPACE = "fulmar_workspace";

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Stores the open workspace in this browser. The cookie contains no more than the page's address, and grants no access.
 */
export function rememberWorkspace(workspaceId: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore exists only over https
  document.cookie = `${LAST_WORKSPACE}=${encodeURIComponent(workspaceId)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}
