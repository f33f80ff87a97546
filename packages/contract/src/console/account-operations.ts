// The signed-in user's own account, for every role. Requests that set cookies are not operations.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Moment, pageQuery, ResourceId } from "../values/fields.ts";
import { AccountName, AccountSecurity, PasskeyName, PasswordChange } from "./account.ts";
import { AccountEvent } from "./organization-event.ts";
import { Profile } from "./profile.ts";

const own = { family: "Account", audience: "console", subject: "account" } as const;

const sessionMe = defineOperation({
  ...own,
  id: "session.me",
  resource: "user",
  method: "GET",
  path: "/account",
  summary: "Get who is signed in, with organizations and workspaces",
  output: Profile,
});

const accountSecurity = defineOperation({
  ...own,
  id: "account.security",
  resource: "user",
  method: "GET",
  path: "/account/security",
  summary: "Get one's second factor, passkeys and sessions",
  output: AccountSecurity,
});

const accountEvents = defineOperation({
  ...own,
  id: "account.events",
  resource: "audit_event",
  method: "GET",
  path: "/account/audit-events",
  summary: "List what happened to one's account, newest first",
  query: pageQuery(20),
  output: z.array(AccountEvent),
  list: true,
});

const accountRename = defineOperation({
  ...own,
  id: "account.rename",
  resource: "user",
  method: "PATCH",
  path: "/account",
  summary: "Change one's name",
  body: AccountName.meta({ id: "AccountName", examples: [{ name: "Ada Lovelace" }] }),
  output: z.strictObject({ name: z.string() }),
});

const accountChangePassword = defineOperation({
  ...own,
  id: "account.changePassword",
  resource: "user",
  method: "PUT",
  path: "/account/password",
  summary: "Change one's password, and end one's other sessions",
  body: PasswordChange.meta({
    id: "PasswordChange",
    examples: [{ current_password: "correct horse", new_password: "battery staple" }],
  }),
  output: z.strictObject({ changed: z.literal(true) }),
});

const accountRevokeSession = defineOperation({
  ...own,
  id: "account.revokeSession",
  resource: "session",
  method: "DELETE",
  path: "/account/sessions/{session_id}",
  summary: "End one of one's sessions",
  params: { session_id: ResourceId },
  output: z.strictObject({ session_id: z.string() }),
  errors: ["not_found"],
});

const accountRevokeOtherSessions = defineOperation({
  ...own,
  id: "account.revokeOtherSessions",
  resource: "session",
  method: "DELETE",
  path: "/account/sessions",
  summary: "End all of one's sessions but the one that asks",
  output: z.strictObject({ revoked: z.int() }),
});

const onePasskey = { passkey_id: ResourceId };
const Passkey = z.strictObject({ passkey_id: z.string() });

const accountRenamePasskey = defineOperation({
  ...own,
  id: "account.renamePasskey",
  resource: "passkey",
  method: "PATCH",
  path: "/account/passkeys/{passkey_id}",
  summary: "Rename a passkey",
  params: onePasskey,
  body: PasskeyName.pick({ name: true }).meta({ id: "PasskeyName", examples: [{ name: "Laptop" }] }),
  output: Passkey,
  errors: ["not_found"],
});

const accountRemovePasskey = defineOperation({
  ...own,
  id: "account.removePasskey",
  resource: "passkey",
  method: "DELETE",
  path: "/account/passkeys/{passkey_id}",
  summary: "Remove a passkey, so that it can no longer sign in",
  params: onePasskey,
  output: Passkey,
  errors: ["not_found"],
});

const accountCloseAnnouncement = defineOperation({
  ...own,
  id: "account.closeAnnouncement",
  resource: "announcement",
  method: "PUT",
  path: "/account/announcements/{announcement_id}/closed",
  summary: "Close an announcement, until it is changed",
  params: { announcement_id: ResourceId },
  body: z
    .strictObject({ updated_at: Moment.describe("The time of the announcement as it was read.") })
    .meta({ id: "CloseAnnouncement", examples: [{ updated_at: "2030-01-01T22:00:00.000Z" }] }),
  output: z.strictObject({ announcement_id: z.string() }),
  errors: ["not_found"],
});

export const accountOperations = [
  sessionMe,
  accountSecurity,
  accountEvents,
  accountRename,
  accountChangePassword,
  accountRevokeSession,
  accountRevokeOtherSessions,
  accountRenamePasskey,
  accountRemovePasskey,
  accountCloseAnnouncement,
] as const;
