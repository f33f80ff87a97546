import { type NewSecondFactor, PasswordAgain, TotpCode } from "@fulmar/contract";
import { noticeQuery } from "../mail/index.ts";
import { signedOut } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { auditAccount, type Origin } from "./audit-account.ts";
import type { CookieAnswer, IdentityParts } from "./create-auth.ts";
import { translateAuthErrors } from "./identity-refusals.ts";

/**
 * An authenticator app as a second factor, with recovery codes. Every change requires the password; `confirm` requires
 * a code instead. All methods throw DomainError 400 that names the invalid field, 401 without a session, 409 when a
 * second factor exists already or is missing, 429.
 */
export function secondFactorOf({ auth, database, attempts }: IdentityParts) {
  const ask = async (headers: Headers): Promise<string> => {
    const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
    if (session === null) throw signedOut();
    attempts.count({ account: session.user.id, headers });
    return session.user.id;
  };
  const tell = (userId: string, letter: "second_factor_on" | "second_factor_off", { sourceIp }: Origin) =>
    database.transaction(async ({ send }) => send(noticeQuery(userId, letter, { source_ip: sourceIp ?? null })));
  return {
    /** Creates a secret and recovery codes. They take effect once the user has entered a valid code from the app. */
    async begin(input: unknown, headers: Headers): Promise<CookieAnswer<NewSecondFactor>> {
      const body = parseBy(PasswordAgain, input);
      await ask(headers);
      const made = await translateAuthErrors(() => auth.api.enableTwoFactor({ body, headers }));
      if (made.method !== "totp") throw new Error("better-auth set up another factor than the app");
      return { cookies: [], body: { totp_uri: made.totpURI, recovery_codes: made.backupCodes } };
    },

    async confirm(input: unknown, headers: Headers, origin: Origin): Promise<CookieAnswer> {
      const body = parseBy(TotpCode, input);
      const userId = await ask(headers);
      const { headers: answer } = await translateAuthErrors(() =>
        auth.api.verifyTOTP({ body, headers, returnHeaders: true }),
      );
      await auditAccount(database, { action: "account.enableSecondFactor", userId, resourceId: userId, ...origin });
      await tell(userId, "second_factor_on", origin);
      return { cookies: answer.getSetCookie(), body: {} };
    },

    async end(input: unknown, headers: Headers, origin: Origin): Promise<CookieAnswer> {
      const body = parseBy(PasswordAgain, input);
      const userId = await ask(headers);
      const { headers: answer } = await translateAuthErrors(() =>
        auth.api.disableTwoFactor({ body, headers, returnHeaders: true }),
      );
      await auditAccount(database, { action: "account.disableSecondFactor", userId, resourceId: userId, ...origin });
      await tell(userId, "second_factor_off", origin);
      return { cookies: answer.getSetCookie(), body: {} };
    },

    /** Creates new recovery codes, which replace the old ones. */
    async renewRecoveryCodes(
      input: unknown,
      headers: Headers,
      origin: Origin,
    ): Promise<CookieAnswer<Pick<NewSecondFactor, "recovery_codes">>> {
      const body = parseBy(PasswordAgain, input);
      const userId = await ask(headers);
      const { backupCodes } = await translateAuthErrors(() => auth.api.generateBackupCodes({ body, headers }));
      await auditAccount(database, { action: "account.renewRecoveryCodes", userId, resourceId: userId, ...origin });
      return { cookies: [], body: { recovery_codes: backupCodes } };
    },
  };
}
