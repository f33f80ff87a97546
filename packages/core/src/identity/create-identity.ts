import type { Configuration } from "@fulmar/config";
import { SignIn } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { isAPIError } from "better-auth/api";
import { DomainError } from "../kernel/domain-error.ts";
import { parseBy } from "../kernel/parse-input.ts";
import { RateLimiter } from "../kernel/rate-limit.ts";

const SESSION_SECONDS = 14 * 24 * 3600;

/** Sessions of people at the console. Cookies are httpOnly and SameSite=Lax, and Secure where the console is served over https. */
export interface Identity {
  /**
   * Checks e-mail and password and begins a session.
   * @param input unchecked, as the form sent it
   * @param headers of the request: address and browser are kept with the session
   * @returns the Set-Cookie headers to answer with
   * @throws DomainError 400, 401, or 429 after too many attempts on one account or from one address
   */
  signIn(input: unknown, headers: Headers): Promise<string[]>;
  /** Ends the session. @returns the Set-Cookie headers that remove the cookie */
  signOut(headers: Headers): Promise<string[]>;
  /** Who sends this; undefined without a session in force. */
  userId(headers: Headers): Promise<string | undefined>;
}

/** Puts sign-in together. better-auth's own sign-up stays closed: `registerFirstUser` makes the first user. */
export function createIdentity(database: Database, configuration: Pick<Configuration, "secret" | "publicConsoleUrl">): Identity {
  const auth = betterAuth({
    baseURL: configuration.publicConsoleUrl,
    secret: configuration.secret,
    database: prismaAdapter(database.prisma, { provider: "postgresql", transaction: true }),
    emailAndPassword: { enabled: true, disableSignUp: true, maxPasswordLength: 128 },
    // Reading a session stays a read: it is not prolonged on the way.
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    advanced: { cookiePrefix: "fulmar", defaultCookieAttributes: { httpOnly: true, sameSite: "lax" } },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  // Slow enough against guessing, generous enough for people: ten attempts at once, then one in six seconds.
  const perAccount = new RateLimiter({ perSecond: 1 / 6, burst: 10 });
  const perAddress = new RateLimiter({ perSecond: 1, burst: 60 });

  return {
    async signIn(input, headers) {
      const attempt = parseBy(SignIn, input);
      const address = headers.get("x-forwarded-for") ?? "";
      if (!perAddress.take(address).allowed || !perAccount.take(attempt.email).allowed) throw tooManyAttempts();
      try {
        const { headers: answer } = await auth.api.signInEmail({ body: attempt, headers, returnHeaders: true });
        return answer.getSetCookie();
      } catch (error) {
        if (isAPIError(error) && error.statusCode === 401) throw wrongCredentials();
        throw error;
      }
    },
    async signOut(headers) {
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true });
      return answer.getSetCookie();
    },
    async userId(headers) {
      const session = await auth.api.getSession({ headers });
      return session?.user.id;
    },
  };
}

function wrongCredentials() {
  return new DomainError("unauthenticated", "E-mail or password is wrong; check both and try again.", { code: "wrong_credentials" });
}

function tooManyAttempts() {
  return new DomainError("rate_limited", "Too many attempts to sign in; wait a minute, then try again.", { retryAfterSeconds: 60 });
}
