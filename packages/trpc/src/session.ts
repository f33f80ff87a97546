import type { Profile } from "@fulmar/contract";
import { DomainError, readProfile } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { procedure, trpc } from "./trpc.ts";

/** Who is signed in. */
export function sessionRouter(database: Database) {
  return trpc.router({
    me: procedure.query(async ({ ctx }): Promise<Profile> => {
      const userId = ctx.credentials.kind === "session" ? ctx.credentials.userId : undefined;
      const profile = userId === undefined ? undefined : await readProfile(database, userId);
      if (profile === undefined) throw new DomainError("unauthenticated", "Sign in to go on.");
      return profile;
    }),
  });
}
