import type { SingleSignOn } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { Attempts } from "./attempts.ts";
import { createAuth, type IdentityConfiguration } from "./create-auth.ts";
import { passkeysOf } from "./passkeys.ts";
import { secondFactorOf } from "./second-factor.ts";
import { sessionsOf } from "./sessions.ts";
import { signInOf } from "./sign-in.ts";
import { requirePasswords, singleSignOnOf } from "./single-sign-on.ts";

/**
 * Sign-in and sign-out for the console. Cookies are httpOnly, SameSite=Lax, and Secure where the console uses https.
 */
export interface Identity extends ReturnType<typeof signInOf>, ReturnType<typeof sessionsOf> {
  readonly secondFactor: ReturnType<typeof secondFactorOf>;
  readonly passkeys: ReturnType<typeof passkeysOf>;
  /** Undefined if no provider is configured. */
  readonly singleSignOn: ReturnType<typeof singleSignOnOf> | undefined;
}

/**
 * Creates the identity services. better-auth's own sign-up is disabled: users come from the first sign-up, an
 * invitation or single sign-on.
 */
export function createIdentity(
  database: Database,
  configuration: IdentityConfiguration & { readonly sso?: SingleSignOn | undefined },
): Identity {
  const auth = createAuth(database, configuration);
  const parts = { auth, database, attempts: new Attempts(database) };
  const byPassword = signInOf(parts);
  const passkeys = passkeysOf(parts);
  const { sso } = configuration;
  return {
    ...byPassword,
    async signIn(input, headers) {
      requirePasswords(sso);
      return byPassword.signIn(input, headers);
    },
    ...sessionsOf(parts),
    secondFactor: secondFactorOf(parts),
    passkeys: {
      ...passkeys,
      async signIn(input, headers) {
        requirePasswords(sso);
        return passkeys.signIn(input, headers);
      },
    },
    singleSignOn: sso && singleSignOnOf(parts, sso),
  };
}
