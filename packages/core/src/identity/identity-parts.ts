import type { Database } from "@fulmar/prisma";
import type { Attempts } from "./attempts.ts";
import type { Auth } from "./create-auth.ts";

/** The dependencies of all sign-in methods. */
export interface IdentityParts {
  readonly auth: Auth;
  readonly database: Database;
  readonly attempts: Attempts;
}

/** An answer with cookies, which are sent as Set-Cookie headers. */
export interface CookieAnswer<Body = Readonly<Record<string, never>>> {
  readonly cookies: readonly string[];
  readonly body: Body;
}
