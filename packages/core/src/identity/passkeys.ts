import { PasskeyRegistration, PasskeySignature, PasswordAgain } from "@fulmar/contract";
import { TooManyAttempts } from "../request/door/attempt-limit.ts";
import { networkOf } from "../request/door/failure-limit.ts";
import { RateLimiter } from "../request/door/rate-limit.ts";
import { parseBy } from "../request/parse-input.ts";
import { readSettings } from "../settings/index.ts";
import { checkPassword } from "./account.ts";
import { makeAttempt } from "./attempts.ts";
import { auditAccount, auditSignIn, type Origin, visitorOf } from "./audit-account.ts";
import type { CookieAnswer, IdentityParts } from "./create-auth.ts";
import { translateAuthErrors } from "./identity-refusals.ts";
import { requireSession } from "./sessions.ts";

/** Limits challenges, each of which is a row. Nothing is guessed here, so each process counts its own. */
const challenges = new RateLimiter({ perSecond: 1, burst: 60 });

/** The WebAuthn options, as JSON, that a browser passes to its authenticators. */
type WebAuthnOptions = object;

/**
 * Passkeys. A signed-in user adds one after entering the password again. A passkey then signs in without password or
 * code.
 */
export function passkeysOf({ auth, database }: IdentityParts) {
  return {
    /** @throws DomainError 400 for a wrong password, 401, 429 */
    async beginRegistration(input: unknown, headers: Headers): Promise<CookieAnswer<WebAuthnOptions>> {
      const { password } = parseBy(PasswordAgain, input);
      const { userId } = await requireSession(auth, headers);
      await makeAttempt(database, "confirmation", { userId }, visitorOf(headers), () =>
        checkPassword(database, userId, password, "password"),
      );
      const { headers: answer, response } = await translateAuthErrors(() =>
        auth.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true }),
      );
      const { name } = await readSettings(database);
      return { cookies: answer.getSetCookie(), body: { ...response, rp: { ...response.rp, name } } };
    },

    /** @throws DomainError 400, 401 */
    async register(input: unknown, headers: Headers, origin: Origin): Promise<CookieAnswer> {
      const { name, response } = parseBy(PasskeyRegistration, input);
      await requireSession(auth, headers);
      const made = await translateAuthErrors(() =>
        auth.api.verifyPasskeyRegistration({ body: { name, response }, headers }),
      );
      await auditAccount(database, {
        action: "account.addPasskey",
        userId: made.userId,
        resourceId: made.id,
        ...origin,
      });
      return { cookies: [], body: {} };
    },

    /** @throws DomainError 429 */
    async beginSignIn(headers: Headers): Promise<CookieAnswer<WebAuthnOptions>> {
      if (!challenges.take(networkOf(visitorOf(headers).sourceIp)).allowed) throw new TooManyAttempts(1, 0);
      const { headers: answer, response } = await translateAuthErrors(() =>
        auth.api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true }),
      );
      return { cookies: answer.getSetCookie(), body: { ...response, userVerification: "required" } };
    },

    /** @throws DomainError 400, 401, 429 */
    async signIn(input: unknown, headers: Headers): Promise<CookieAnswer> {
      const body = parseBy(PasskeySignature, input);
      const { headers: answer, response } = await makeAttempt(database, "passkey", undefined, visitorOf(headers), () =>
        translateAuthErrors(() => auth.api.verifyPasskeyAuthentication({ body, headers, returnHeaders: true })),
      );
      await auditSignIn(database, response.session.userId, headers);
      return { cookies: answer.getSetCookie(), body: {} };
    },
  };
}
