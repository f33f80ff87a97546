import type { Cell, Cells } from "@fulmar/config";
import { SignIn } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";
import { CellDirectory } from "../cells/index.ts";
import { parseBy } from "../request/parse-input.ts";
import { visitorOf } from "./audit-account.ts";
import { type CookieAnswer, createAuth, type IdentityConfiguration } from "./create-auth.ts";
import { passkeysOf } from "./passkeys.ts";
import { secondFactorOf } from "./second-factor.ts";
import { sessionsOf } from "./sessions.ts";
import { signInOf } from "./sign-in.ts";
import { currentSingleSignOn, type SignOnConfiguration } from "./sign-in-provider.ts";
import { requirePasswords, singleSignOnOf } from "./single-sign-on.ts";

/**
 * Sign-in and sign-out for the console. Cookies are httpOnly, SameSite=Lax, and Secure where the console uses https.
 */
export interface Identity extends Omit<ReturnType<typeof signInOf>, "signIn">, ReturnType<typeof sessionsOf> {
  /** Also says where else to sign in, if another cell knows the account. */
  signIn(
    input: unknown,
    headers: Headers,
  ): Promise<CookieAnswer<{ readonly second_step: boolean; readonly cell?: Cell }>>;
  /** Undefined if there is one cell. */
  readonly cells: CellDirectory | undefined;
  readonly secondFactor: ReturnType<typeof secondFactorOf>;
  readonly passkeys: ReturnType<typeof passkeysOf>;
  readonly singleSignOn: ReturnType<typeof singleSignOnOf>;
}

/** better-auth's own sign-up is disabled: users come from the first sign-up, an invitation or single sign-on. */
export function createIdentity(
  database: Database,
  configuration: IdentityConfiguration & SignOnConfiguration & { readonly cells?: Cells | undefined },
): Identity {
  const auth = createAuth(database, configuration);
  const parts = { auth, database };
  const byPassword = signInOf(parts);
  const passkeys = passkeysOf(parts);
  const current = () => currentSingleSignOn(database.sql, configuration);
  const cells = configuration.cells && new CellDirectory(database.sql, configuration.cells);
  return {
    ...byPassword,
    async signIn(input, headers) {
      requirePasswords(await current());
      const cell = await cells?.ofAccount(parseBy(SignIn, input).email, visitorOf(headers).sourceIp);
      if (cell !== undefined) return { cookies: [], body: { second_step: false, cell } };
      return byPassword.signIn(input, headers);
    },
    cells,
    ...sessionsOf(parts),
    secondFactor: secondFactorOf(parts),
    passkeys: {
      ...passkeys,
      async signIn(input, headers) {
        requirePasswords(await current());
        return passkeys.signIn(input, headers);
      },
    },
    singleSignOn: singleSignOnOf(parts, current, { ofHost: configuration.sso !== undefined, cells }),
  };
}
