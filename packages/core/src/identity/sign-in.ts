import { RecoveryCode, SignIn, TotpCode } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { parseBy } from "../request/parse-input.ts";
import { makeAttempt } from "./attempts.ts";
import { auditSignIn, visitorOf } from "./audit-account.ts";
import type { CookieAnswer, IdentityParts } from "./create-auth.ts";
import { signInAgain, translateAuthErrors, wrongCode } from "./identity-refusals.ts";

// A code cannot be used twice within its validity (RFC 6238, 5.2). Older records are deleted in the same statement.
const useCode = statement(
  "totp_use",
  `WITH old AS (DELETE FROM totp_use
                 WHERE user_id = $user_id AND code <> $code AND used_at < now() - interval '2 minutes')
   INSERT INTO totp_use AS u (user_id, code) VALUES ($user_id, $code)
       ON CONFLICT (user_id, code) DO UPDATE SET used_at = now() WHERE u.used_at < now() - interval '2 minutes'
   RETURNING code`,
);

const readSecondStep = statement(
  "second_step_user",
  "SELECT value AS user_id FROM verification WHERE identifier = $identifier AND expires_at > now()",
);

const endSession = statement("account_end_session_of_token", "DELETE FROM session WHERE token = $token");

/** Sign-in with a password, then with a code if the user has a second factor. */
export function signInOf({ auth, database }: IdentityParts) {
  // The account at which an attempt of the second step counts. better-auth reads the cookie again and checks its
  // signature, so it must be one that both read alike.
  const userOfSecondStep = async (headers: Headers): Promise<{ readonly userId: string }> => {
    const cookies = headers.get("cookie") ?? "";
    const [, identifier] = /(?:^|; ?)(?:__Secure-)?fulmar\.two_factor=(2fa-[\w-]+)\./.exec(cookies) ?? [];
    if (identifier === undefined || cookies.split("two_factor").length > 2) throw signInAgain();
    const step = await database.sql.maybe(readSecondStep, { identifier });
    if (step === undefined) throw signInAgain();
    return { userId: step.user_id };
  };
  return {
    /**
     * Checks e-mail and password, then begins a session or the second step.
     * @param input unchecked, as the form sent it
     * @param headers the request's headers: the session stores the address and the browser
     * @throws DomainError 400, 401, or 429 after too many attempts on one account or from one address
     */
    async signIn(input: unknown, headers: Headers): Promise<CookieAnswer<{ readonly second_step: boolean }>> {
      const attempt = parseBy(SignIn, input);
      const { headers: answer, response } = await makeAttempt(database, "password", attempt, visitorOf(headers), () =>
        translateAuthErrors(() => auth.api.signInEmail({ body: attempt, headers, returnHeaders: true })),
      );
      const secondStep = "twoFactorRedirect" in response;
      if (!secondStep) await auditSignIn(database, response.user.id, headers);
      return { cookies: answer.getSetCookie(), body: { second_step: secondStep } };
    },

    /**
     * The second step: checks a code from the app or a recovery code, which can be used once.
     * @param headers the request's headers with the cookie of the first step
     * @throws DomainError 400 for a wrong code, 401 when the first step is too long ago, 429
     */
    async signInWithCode(input: unknown, headers: Headers): Promise<CookieAnswer> {
      // The field decides which kind of code it is, so that an error names that field.
      if (typeof input === "object" && input !== null && "recovery_code" in input) {
        const { recovery_code: code } = parseBy(RecoveryCode, input);
        const user = await userOfSecondStep(headers);
        const body = { code };
        const { headers: answer, response } = await makeAttempt(
          database,
          "recovery_code",
          user,
          visitorOf(headers),
          () => translateAuthErrors(() => auth.api.verifyBackupCode({ body, headers, returnHeaders: true })),
        );
        await auditSignIn(database, response.user.id, headers);
        return { cookies: answer.getSetCookie(), body: {} };
      }
      const step = parseBy(TotpCode, input);
      const user = await userOfSecondStep(headers);
      const { headers: answer, response } = await makeAttempt(database, "code", user, visitorOf(headers), async () => {
        const verified = await translateAuthErrors(() =>
          auth.api.verifyTOTP({ body: step, headers, returnHeaders: true }),
        );
        const used = await database.sql.maybe(useCode, { user_id: verified.response.user.id, code: step.code });
        if (used !== undefined) return verified;
        await database.sql.query(endSession, { token: verified.response.token });
        throw wrongCode();
      });
      await auditSignIn(database, response.user.id, headers);
      return { cookies: answer.getSetCookie(), body: {} };
    },
  };
}
