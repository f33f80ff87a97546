import type { CookieAnswer, IdentityParts } from "./create-auth.ts";

/** The user and session of a request; both undefined without a valid session. */
interface SessionState {
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
}

export function sessionsOf({ auth }: IdentityParts) {
  return {
    /** Returns the session of a request. Reading does not write: the session is not extended. */
    async session(headers: Headers): Promise<SessionState> {
      const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
      return { userId: session?.user.id, sessionId: session?.session.id };
    },

    /** Returns the session and extends it, with at most one write per hour. For answers that can set cookies. */
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
