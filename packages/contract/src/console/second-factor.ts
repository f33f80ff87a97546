import { z } from "zod";

const CurrentPassword = z.string().min(1, "is required").max(128, "must have at most 128 characters");

/** Confirms the user's identity, in case the browser was left unattended. */
export const PasswordAgain = z.strictObject({ password: CurrentPassword });
export type PasswordAgain = z.infer<typeof PasswordAgain>;

/** The six digits of an authenticator app (RFC 6238). */
export const TotpCode = z.strictObject({
  code: z
    .string()
    .transform((code) => code.replaceAll(" ", ""))
    .pipe(z.string().regex(/^\d{6}$/, "must be the 6 digits that the app shows")),
});
export type TotpCode = z.infer<typeof TotpCode>;

/** One of the recovery codes from the second factor's setup. Each works once. */
export const RecoveryCode = z.strictObject({
  recovery_code: z.string().trim().min(1, "is required").max(40, "must be one of the codes that were shown"),
});
export type RecoveryCode = z.infer<typeof RecoveryCode>;

/** The setup data of an authenticator app, shown once. */
export interface NewSecondFactor {
  /** For the app: otpauth://totp/… with the secret. */
  readonly totp_uri: string;
  readonly recovery_codes: readonly string[];
}

const Base64Url = z.string().min(1).max(20_000);
const credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}),
};

/** A passkey registration as the browser serializes it (WebAuthn 3: RegistrationResponseJSON). */
export const PasskeyRegistration = z.strictObject({
  name: z.string().trim().min(1, "is required").max(63, "must have at most 63 characters"),
  response: z.object({
    ...credential,
    response: z.looseObject({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  }),
});

/** A passkey signature as the browser serializes it (WebAuthn 3: AuthenticationResponseJSON). */
export const PasskeySignature = z.strictObject({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: z.string().min(1).max(200),
    }),
  }),
});
