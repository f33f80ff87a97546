import { z } from "zod";
import { Password, PersonName } from "./first-user.ts";

export const AccountName = z.strictObject({ name: PersonName });
export type AccountName = z.infer<typeof AccountName>;

export const PasswordChange = z.strictObject({
  current_password: z.string().min(1, "is required").max(128, "must have at most 128 characters"),
  new_password: Password,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const PasskeyName = z.strictObject({
  passkey_id: z.string().min(1).max(128),
  name: z.string().trim().min(1, "is required").max(63, "must have at most 63 characters"),
});
export type PasskeyName = z.infer<typeof PasskeyName>;

/** A browser in which somebody is signed in. */
export interface SessionRecord {
  readonly session_id: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
  /** As the browser says of itself; null when it said nothing. */
  readonly user_agent: string | null;
  readonly ip_address: string | null;
  readonly created_at: string;
  /** Within the hour: it is written no more often. */
  readonly last_used_at: string;
  readonly expires_at: string;
}

export interface PasskeyRecord {
  readonly passkey_id: string;
  readonly name: string;
  /** Whether its maker keeps a copy of it elsewhere, so that losing the device does not lose it. */
  readonly backed_up: boolean;
  readonly created_at: string;
}

/** How somebody signs in. */
export interface AccountSecurity {
  readonly second_factor: boolean;
  readonly passkeys: readonly PasskeyRecord[];
  readonly sessions: readonly SessionRecord[];
}
