import { RecoveryCode, SignIn, TotpCode } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { parseBy } from "../request/parse-input.ts";
import { auditSignIn } from "./audit-account.ts";
import type { CookieAnswer, IdentityParts } from "./identity-parts.ts";
import { refusingInWords, wrongCode } from "./identity-refusals.ts";

// The same code again within its time begins no session (RFC 6238, 5.2); what is older is forgotten on the way.
const useCode = statement(
  "totp_use",
  `WITH old AS (DELETE FROM totp_use WHERE user_id = $1 AND code <> $2 AND used_at < now() - interval '2 minutes')
   INSERT INTO totp_use AS u (user_id, code) VALUES ($1, $2)
       ON CONFLICT (user_id, code) DO UPDATE SET used_at = now() WHERE u.used_at < now() - interval '2 minutes'
   RETURNING code`,
);

/** Signing in with a password, and with a code after it where a second factor is set up. */
export function signInOf({ auth, database, attempts }: IdentityParts) {
  return {
    /**
     * Checks e-mail and password and begins a session, or the second step.
     * @param input unchecked, as the form sent it
     * @param headers of the request: address and browser are kept with the session
     * @throws DomainError 400, 401, or 429 after too many attempts on one account or from one address
     */
    async signIn(input: unknown, headers: Headers): Promise<CookieAnswer<{ readonly second_step: boolean }>> {
      const attempt = parseBy(SignIn, input);
      attempts.count({ account: attempt.email, headers });
      const { headers: answer, response } = await refusingInWords(() =>
        auth.api.signInEmail({ body: attempt, headers, returnHeaders: true }),
      );
      const secondStep = "twoFactorRedirect" in response;
      if (!secondStep) await auditSignIn(database, response.user.id, headers);
      return { cookies: answer.getSetCookie(), body: { second_step: secondStep } };
    },

    /**
     * The second step: a code of the app, or one of the recovery codes, which is used up by it.
     * @param headers carry the cookie of the first step
     * @throws DomainError 400 for a wrong code, 401 when the first step is too long ago, 429
     */
    async signInWithCode(input: unknown, headers: Headers): Promise<CookieAnswer> {
      // Which of the two it is, the field says: so that what is wrong with it is told of that field.
      if (typeof input === "object" && input !== null && "recovery_code" in input) {
        const { recovery_code: code } = parseBy(RecoveryCode, input);
        attempts.count({ headers });
        const body = { code };
        const { headers: answer, response } = await refusingInWords(() =>
          auth.api.verifyBackupCode({ body, headers, returnHeaders: true }),
        );
        await auditSignIn(database, response.user.id, headers);
        return { cookies: answer.getSetCookie(), body: {} };
      }
      const step = parseBy(TotpCode, input);
      attempts.count({ headers });
      const { headers: answer, response } = await refusingInWords(() =>
        auth.api.verifyTOTP({ body: step, headers, returnHeaders: true }),
      );
      const used = await database.sql.query(useCode, [response.user.id, step.code]);
      if (used.length === 0) {
        await database.prisma.session.deleteMany({ where: { token: response.token } });
        throw wrongCode();
      }
      await auditSignIn(database, response.user.id, headers);
      return { cookies: answer.getSetCookie(), body: {} };
    },
  };
}
