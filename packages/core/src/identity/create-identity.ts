import type { Database } from "@fulmar/prisma";
import { Attempts } from "./attempts.ts";
import { createAuth, type IdentityConfiguration } from "./create-auth.ts";
import { passkeysOf } from "./passkeys.ts";
import { secondFactorOf } from "./second-factor.ts";
import { sessionsOf } from "./sessions.ts";
import { signInOf } from "./sign-in.ts";

/**
 * Ways into the console and out of it. Cookies are httpOnly and SameSite=Lax, and Secure where the console is served
 * over https.
 */
export interface Identity extends ReturnType<typeof signInOf>, ReturnType<typeof sessionsOf> {
  readonly secondFactor: ReturnType<typeof secondFactorOf>;
  readonly passkeys: ReturnType<typeof passkeysOf>;
}

/** Puts sign-in together. better-auth's own sign-up stays closed: people come by the first form or by invitation. */
export function createIdentity(database: Database, configuration: IdentityConfiguration): Identity {
  const auth = createAuth(database, configuration);
  const parts = { auth, database, attempts: new Attempts() };
  return { ...signInOf(parts), ...sessionsOf(parts), secondFactor: secondFactorOf(parts), passkeys: passkeysOf(parts) };
}
