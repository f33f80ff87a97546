import type { Database } from "@fulmar/prisma";
import type { Attempts } from "./attempts.ts";
import type { Auth } from "./create-auth.ts";

/** What every way to sign in works with. */
export interface IdentityParts {
  readonly auth: Auth;
  readonly database: Database;
  readonly attempts: Attempts;
}

/** An answer that sets cookies: they go out as Set-Cookie headers. */
export interface CookieAnswer<Body = Readonly<Record<string, never>>> {
  readonly cookies: readonly string[];
  readonly body: Body;
}
