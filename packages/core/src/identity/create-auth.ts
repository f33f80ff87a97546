import { passkey } from "@better-auth/passkey";
import type { Configuration } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { cookiesOfOtherSecrets, versionsOf } from "./rotation.ts";

const DAY_SECONDS = 24 * 3600;
const SESSION_SECONDS = 14 * DAY_SECONDS;
/** A session in use is extended, with at most one write per hour. */
const PROLONG_SECONDS = 3600;

export type IdentityConfiguration = Pick<Configuration, "secrets" | "publicConsoleUrl" | "sessionHours">;
export type Auth = ReturnType<typeof createAuth>;

const locked = statement("identity_locked", "SELECT user_id FROM person_lock WHERE user_id = $user_id");

/** better-auth as Fulmar configures it. Its own sign-up and HTTP routes are disabled. */
export function createAuth(database: Database, configuration: IdentityConfiguration) {
  return betterAuth({
    appName: "Fulmar",
    baseURL: configuration.publicConsoleUrl,
    secrets: versionsOf(configuration.secrets),
    // Opens what an earlier version stored without naming the secret.
    secret: configuration.secrets[0],
    database: prismaAdapter(database.prisma, { provider: "postgresql", transaction: true }),
    databaseHooks: {
      session: {
        create: {
          async before({ userId }) {
            if ((await database.sql.maybe(locked, { user_id: userId })) !== undefined)
              throw new APIError("FORBIDDEN", { message: "the account is locked", code: "ACCOUNT_LOCKED" });
          },
        },
      },
    },
    emailAndPassword: { enabled: true, disableSignUp: true, maxPasswordLength: 128 },
    // Session freshness is not used: sensitive actions ask for the password, however old the session is.
    session: {
      expiresIn: SESSION_SECONDS,
      updateAge: PROLONG_SECONDS,
      freshAge: 0,
      // A session ends then, however much it is used. better-auth does not know this: sessions.ts checks it.
      additionalFields: {
        endsAt: {
          type: "date",
          required: true,
          input: false,
          defaultValue: () => new Date(Date.now() + configuration.sessionHours * 3_600_000),
        },
      },
    },
    advanced: { cookiePrefix: "fulmar", defaultCookieAttributes: { httpOnly: true, sameSite: "lax" } },
    plugins: [
      ...(configuration.secrets.length > 1 ? [cookiesOfOtherSecrets(configuration.secrets)] : []),
      twoFactor({ issuer: "Fulmar", twoFactorCookieMaxAge: 600 }),
      passkey({
        ...relyingParty(configuration.publicConsoleUrl),
        rpName: "Fulmar",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        // A passkey replaces password and code, so the authenticator must verify the user (WebAuthn: user
        // verification).
        registration: {
          afterVerification: async ({ verification }) =>
            requireVerifiedUser(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: async ({ verification }) =>
            requireVerifiedUser(verification.authenticationInfo.userVerified),
        },
      }),
    ],
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}

function requireVerifiedUser(verified: boolean | undefined): undefined {
  if (verified !== true)
    throw new APIError("UNAUTHORIZED", { message: "the device did not verify its user", code: "USER_NOT_VERIFIED" });
}

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * The relying party of passkeys. A passkey belongs to a host name, never to an IP address (WebAuthn: RP ID), so a
 * console on this machine uses `localhost`, which browsers allow.
 */
function relyingParty(publicConsoleUrl: string): { rpID: string; origin: string[] } {
  const { hostname, origin, protocol, port } = new URL(publicConsoleUrl);
  if (!LOOPBACK.has(hostname)) return { rpID: hostname, origin: [origin] };
  return { rpID: "localhost", origin: [`${protocol}//localhost${port === "" ? "" : `:${port}`}`] };
}

/** The dependencies of all sign-in methods. */
export interface IdentityParts {
  readonly auth: Auth;
  readonly database: Database;
}

/** An answer with cookies, which are sent as Set-Cookie headers. */
export interface CookieAnswer<Body = Readonly<Record<string, never>>> {
  readonly cookies: readonly string[];
  readonly body: Body;
}
