import { z } from "zod";
import { Timestamp } from "../values/fields.ts";
import { Email, Password, PersonName } from "./first-user.ts";

export const AccountName = z.strictObject({ name: PersonName });
export type AccountName = z.infer<typeof AccountName>;

export const PasswordChange = z.strictObject({
  current_password: z.string().min(1, "is required").max(128, "must have at most 128 characters"),
  new_password: Password,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const ForgottenPassword = z.strictObject({ email: Email });

/** A new password, by the secret of the link that was mailed. */
export const NewPassword = z.strictObject({
  token: z.string().min(1, "is required").max(128, "must be the one of the link"),
  password: Password,
});

export const PasskeyName = z.strictObject({
  passkey_id: z.string().min(1).max(128),
  name: z.string().trim().min(1, "is required").max(63, "must have at most 63 characters"),
});
export type PasskeyName = z.infer<typeof PasskeyName>;

/** A browser session of the user. */
export const SessionRecord = z.strictObject({
  session_id: z.string(),
  /** Whether it is the caller's own session. */
  current: z.boolean(),
  /** The User-Agent header. Null if the browser sent none. */
  user_agent: z.string().nullable(),
  ip_address: z.string().nullable(),
  created_at: Timestamp,
  /** Accurate to the hour: it is updated no more often. */
  last_used_at: Timestamp,
  expires_at: Timestamp,
});
export type SessionRecord = z.infer<typeof SessionRecord>;

export const PasskeyRecord = z.strictObject({
  passkey_id: z.string(),
  name: z.string(),
  /** Whether the authenticator's vendor keeps a copy, so that losing the device does not lose the passkey. */
  backed_up: z.boolean(),
  created_at: Timestamp,
});
export type PasskeyRecord = z.infer<typeof PasskeyRecord>;

/** The user's sign-in methods. */
export const AccountSecurity = z.strictObject({
  second_factor: z.boolean(),
  passkeys: z.array(PasskeyRecord),
  sessions: z.array(SessionRecord),
});
export type AccountSecurity = z.infer<typeof AccountSecurity>;
