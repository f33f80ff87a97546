import {
  type AccountEvent,
  AccountName,
  type AccountSecurity,
  type Page,
  PasskeyName,
  PasswordChange,
  pageQuery,
} from "@fulmar/contract";
import { DomainError, listAccountEvents, signedInUser } from "@fulmar/core";
import {
  type AccountHolder,
  Attempts,
  changePassword,
  readAccountSecurity,
  removePasskey,
  renameAccount,
  renamePasskey,
  revokeOtherSessions,
  revokeSession,
} from "@fulmar/core/identity";
import type { Database } from "@fulmar/prisma";
import { z } from "zod";
import type { RequestContext } from "./context.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

const Events = z.strictObject(pageQuery(20));
const Session = z.strictObject({ session_id: z.string().min(1).max(128) });
const Passkey = z.strictObject({ passkey_id: z.string().min(1).max(128) });

/** A person's own account, whatever their roles. What sets cookies is a request of its own, beside the procedures. */
export function accountRouter(database: Database) {
  const attempts = new Attempts();
  return trpc.router({
    security: procedure.query(({ ctx }): Promise<AccountSecurity> => readAccountSecurity(database, holderOf(ctx))),

    /** What happened to the account lately. */
    events: procedure
      .input(parsed(Events))
      .query(
        async ({ ctx, input }): Promise<Page<AccountEvent>> =>
          listAccountEvents(database, { userId: signedInUser(ctx.credentials), ...input }),
      ),

    rename: procedure.input(parsed(AccountName)).mutation(async ({ ctx, input }): Promise<AccountName> => {
      await renameAccount(database, holderOf(ctx), input);
      return input;
    }),

    /** Ends the person's other sessions too. */
    changePassword: procedure
      .input(parsed(PasswordChange))
      .mutation(async ({ ctx, input }): Promise<{ changed: true }> => {
        const holder = holderOf(ctx);
        attempts.count({ account: holder.userId });
        await changePassword(database, holder, input);
        return { changed: true };
      }),

    revokeSession: procedure
      .input(parsed(Session))
      .mutation(async ({ ctx, input }): Promise<{ session_id: string }> => {
        await revokeSession(database, holderOf(ctx), input.session_id);
        return input;
      }),

    revokeOtherSessions: procedure.mutation(
      async ({ ctx }): Promise<{ revoked: number }> => ({
        revoked: await revokeOtherSessions(database, holderOf(ctx)),
      }),
    ),

    renamePasskey: procedure
      .input(parsed(PasskeyName))
      .mutation(async ({ ctx, input }): Promise<{ passkey_id: string }> => {
        await renamePasskey(database, holderOf(ctx), input);
        return { passkey_id: input.passkey_id };
      }),

    removePasskey: procedure
      .input(parsed(Passkey))
      .mutation(async ({ ctx, input }): Promise<{ passkey_id: string }> => {
        await removePasskey(database, holderOf(ctx), input.passkey_id);
        return input;
      }),
  });
}

/** Only a session changes an account: without one, its others could not be told from it. */
function holderOf({ credentials, requestId, sourceIp }: RequestContext): AccountHolder {
  const userId = signedInUser(credentials);
  const sessionId = credentials.kind === "session" ? credentials.sessionId : undefined;
  if (sessionId === undefined) throw new DomainError("unauthenticated", "Sign in to go on.");
  return { userId, sessionId, requestId, sourceIp };
}
