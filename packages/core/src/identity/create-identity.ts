import type { Database } from "@fulmar/prisma";
import { Attempts } from "./attempts.ts";
import { createAuth, type IdentityConfiguration } from "./create-auth.ts";
import { passkeysOf } from "./passkeys.ts";
import { secondFactorOf } from "./second-factor.ts";
import { sessionsOf } from "./sessions.ts";
import { signInOf } from "./sign-in.ts";

/**
 * Sign-in and sign-out for the console. Cookies are httpOnly, SameSite=Lax, and Secure where the console uses https.
 */
export interface Identity extends ReturnType<typeof signInOf>, ReturnType<typeof sessionsOf> {
  readonly secondFactor: ReturnType<typeof secondFactorOf>;
  readonly passkeys: ReturnType<typeof passkeysOf>;
}

/**
 * Creates the identity services. better-auth's own sign-up is disabled: users come from the first sign-up or an
 * invitation.
 */
export function createIdentity(database: Database, configuration: IdentityConfiguration): Identity {
  const auth = createAuth(database, configuration);
  const parts = { auth, database, attempts: new Attempts(database) };
  return { ...signInOf(parts), ...sessionsOf(parts), secondFactor: secondFactorOf(parts), passkeys: passkeysOf(parts) };
}
