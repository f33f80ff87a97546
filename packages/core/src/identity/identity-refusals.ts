import { isAPIError } from "better-auth/api";
import { DomainError, invalidField, signedOut } from "../request/domain-error.ts";

/** The messages for better-auth's error codes. */
const REFUSALS: Readonly<Record<string, () => DomainError>> = {
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  INVALID_PASSWORD: wrongPassword,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: () =>
    invalidField("recovery_code", "is wrong or was used already; each code works once", "wrong_code"),
  INVALID_TWO_FACTOR_COOKIE: signInAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: signInAgain,
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new DomainError("rate_limited", "Too many wrong codes; wait 15 minutes, then try again.", {
      retryAfterSeconds: 900,
    }),
  ACCOUNT_LOCKED: () =>
    new DomainError("forbidden", "An operator locked this account; ask the support of this cloud.", {
      code: "account_locked",
    }),
  TOTP_ALREADY_ENABLED: () =>
    new DomainError("conflict", "A second factor is set up already; turn it off first.", { code: "second_factor_on" }),
  TOTP_NOT_ENABLED: noSecondFactor,
  TWO_FACTOR_NOT_ENABLED: noSecondFactor,
  BACKUP_CODES_NOT_ENABLED: noSecondFactor,
  CHALLENGE_NOT_FOUND: passkeyAgain,
  PASSKEY_NOT_FOUND: unknownPasskey,
  AUTHENTICATION_FAILED: unknownPasskey,
  FAILED_TO_VERIFY_REGISTRATION: passkeyAgain,
  USER_NOT_VERIFIED: () =>
    new DomainError(
      "unauthenticated",
      "The passkey's device did not verify its user; set up a PIN, fingerprint or face there.",
      { code: "user_not_verified" },
    ),
};

/** Calls better-auth and translates its refusals into domain errors. */
export async function translateAuthErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isAPIError(error)) throw error;
    const refusal = REFUSALS[String(error.body?.code)]?.();
    if (refusal !== undefined) throw refusal;
    if (error.statusCode === 401) throw signedOut();
    throw error;
  }
}

function wrongPassword() {
  return invalidField("password", "is wrong", "wrong_password");
}

export function wrongCode() {
  return invalidField("code", "is wrong or was used already; wait for the next one", "wrong_code");
}

function wrongCredentials() {
  return new DomainError("unauthenticated", "E-mail or password is wrong; check both and try again.", {
    code: "wrong_credentials",
  });
}

export function signInAgain() {
  return new DomainError(
    "unauthenticated",
    "The sign-in took too long or too many attempts; sign in with your password again.",
    { code: "sign_in_again" },
  );
}

function noSecondFactor() {
  return new DomainError("conflict", "No second factor is set up; reload the page.", { code: "second_factor_off" });
}

function passkeyAgain() {
  return new DomainError("invalid_request", "The passkey could not be checked in time; try again.", {
    code: "passkey_again",
  });
}

function unknownPasskey() {
  return new DomainError("unauthenticated", "This passkey is not registered here; sign in with your password.", {
    code: "passkey_unknown",
  });
}
