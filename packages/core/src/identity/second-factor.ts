import { type NewSecondFactor, PasswordAgain, TotpCode } from "@fulmar/contract";
import { noticeQuery } from "../mail/index.ts";
import { parseBy } from "../request/parse-input.ts";
import { readSettings } from "../settings/index.ts";
import { makeAttempt } from "./attempts.ts";
import { auditAccount, type FailureKind, type Origin, visitorOf } from "./audit-account.ts";
import type { CookieAnswer, IdentityParts } from "./create-auth.ts";
import { translateAuthErrors } from "./identity-refusals.ts";
import { requireSession } from "./sessions.ts";

/**
 * An authenticator app as a second factor, with recovery codes. Every change requires the password; `confirm` requires
 * a code instead. All methods throw DomainError 400 that names the invalid field, 401 without a session, 409 when a
 * second factor exists already or is missing, 429.
 */
export function secondFactorOf({ auth, database }: IdentityParts) {
  const make = async <Result>(
    kind: FailureKind,
    headers: Headers,
    attempt: () => Promise<Result>,
  ): Promise<{ userId: string; made: Result }> => {
    const { userId } = await requireSession(auth, headers);
    const made = await makeAttempt(database, kind, { userId }, visitorOf(headers), () => translateAuthErrors(attempt));
    return { userId, made };
  };
  const tell = (userId: string, letter: "second_factor_on" | "second_factor_off", { sourceIp }: Origin) =>
    database.transaction(async ({ send }) => send(noticeQuery(userId, letter, { source_ip: sourceIp ?? null })));
  return {
    /** Creates a secret and recovery codes. They take effect once the user has entered a valid code from the app. */
    async begin(input: unknown, headers: Headers): Promise<CookieAnswer<NewSecondFactor>> {
      const body = parseBy(PasswordAgain, input);
      const { name } = await readSettings(database);
      const { made } = await make("confirmation", headers, () =>
        auth.api.enableTwoFactor({ body: { ...body, issuer: name }, headers }),
      );
      if (made.method !== "totp") throw new Error("better-auth set up another factor than the app");
      return { cookies: [], body: { totp_uri: made.totpURI, recovery_codes: made.backupCodes } };
    },

    async confirm(input: unknown, headers: Headers, origin: Origin): Promise<CookieAnswer> {
      const body = parseBy(TotpCode, input);
      const { userId, made } = await make("confirmation_code", headers, () =>
        auth.api.verifyTOTP({ body, headers, returnHeaders: true }),
      );
      await auditAccount(database, { action: "account.enableSecondFactor", userId, resourceId: userId, ...origin });
      await tell(userId, "second_factor_on", origin);
      return { cookies: made.headers.getSetCookie(), body: {} };
    },

    async end(input: unknown, headers: Headers, origin: Origin): Promise<CookieAnswer> {
      const body = parseBy(PasswordAgain, input);
      const { userId, made } = await make("confirmation", headers, () =>
        auth.api.disableTwoFactor({ body, headers, returnHeaders: true }),
      );
      await auditAccount(database, { action: "account.disableSecondFactor", userId, resourceId: userId, ...origin });
      await tell(userId, "second_factor_off", origin);
      return { cookies: made.headers.getSetCookie(), body: {} };
    },

    /** The old codes end. */
    async renewRecoveryCodes(
      input: unknown,
      headers: Headers,
      origin: Origin,
    ): Promise<CookieAnswer<Pick<NewSecondFactor, "recovery_codes">>> {
      const body = parseBy(PasswordAgain, input);
      const { userId, made } = await make("confirmation", headers, () =>
        auth.api.generateBackupCodes({ body, headers }),
      );
      await auditAccount(database, { action: "account.renewRecoveryCodes", userId, resourceId: userId, ...origin });
      return { cookies: [], body: { recovery_codes: made.backupCodes } };
    },
  };
}
