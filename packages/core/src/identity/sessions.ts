import type { CookieAnswer, IdentityParts } from "./identity-parts.ts";

/** Whose session a request carries; both undefined without one in force. */
interface SessionState {
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
}

export function sessionsOf({ auth }: IdentityParts) {
  return {
    /** Who sends this. Reading stays a read: the session is not prolonged on the way. */
    async session(headers: Headers): Promise<SessionState> {
      const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
      return { userId: session?.user.id, sessionId: session?.session.id };
    },

    /**
     * The same, where cookies can be answered with: a session that is used lives on, by one write in an hour at most.
     */
    async prolongedSession(headers: Headers): Promise<SessionState & { readonly cookies: readonly string[] }> {
      const { headers: answer, response: session } = await auth.api.getSession({ headers, returnHeaders: true });
      return { userId: session?.user.id, sessionId: session?.session.id, cookies: answer.getSetCookie() };
    },

    /** Ends the session and removes its cookie. */
    async signOut(headers: Headers): Promise<CookieAnswer> {
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true });
      return { cookies: answer.getSetCookie(), body: {} };
    },
  };
}
