import { signedOut } from "../request/domain-error.ts";
import type { Auth, CookieAnswer, IdentityParts } from "./create-auth.ts";

/** The user and session of a request; both undefined without a valid session. */
interface SessionState {
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
}

/** The session of a request that needs one. @throws DomainError 401 */
export async function requireSession(
  auth: Auth,
  headers: Headers,
): Promise<{ readonly userId: string; readonly sessionId: string }> {
  const { userId, sessionId } = inForce(await auth.api.getSession({ headers, query: { disableRefresh: true } }));
  if (userId === undefined || sessionId === undefined) throw signedOut();
  return { userId, sessionId };
}

type Found = Awaited<ReturnType<Auth["api"]["getSession"]>>;

/** better-auth checks that a session was used lately. Here it must not be too old either. */
function inForce(found: Found): SessionState {
  if (found === null || found.session.endsAt <= new Date()) return { userId: undefined, sessionId: undefined };
  return { userId: found.user.id, sessionId: found.session.id };
}

export function sessionsOf({ auth }: IdentityParts) {
  return {
    /** Reading a session does not extend it. */
    async session(headers: Headers): Promise<SessionState> {
      return inForce(await auth.api.getSession({ headers, query: { disableRefresh: true } }));
    },

    /** Extends the session, with at most one write per hour. For answers that can set cookies. */
    async prolongedSession(headers: Headers): Promise<SessionState & { readonly cookies: readonly string[] }> {
      const { headers: answer, response: session } = await auth.api.getSession({ headers, returnHeaders: true });
      return { ...inForce(session), cookies: answer.getSetCookie() };
    },

    /** Ends the session and removes its cookie. */
    async signOut(headers: Headers): Promise<CookieAnswer> {
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true });
      return { cookies: answer.getSetCookie(), body: {} };
    },
  };
}
