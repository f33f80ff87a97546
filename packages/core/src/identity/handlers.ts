import {
  changePassword,
  readAccountSecurity,
  removePasskey,
  renameAccount,
  renamePasskey,
  revokeOtherSessions,
  revokeSession,
} from "./account.ts";
import { closeAnnouncement } from "./announced.ts";
import { readOwnProfile } from "./read-profile.ts";

export const identityHandlers = {
  "session.me": readOwnProfile,
  "account.security": readAccountSecurity,
  "account.closeAnnouncement": closeAnnouncement,
  "account.rename": renameAccount,
  "account.changePassword": changePassword,
  "account.revokeSession": revokeSession,
  "account.revokeOtherSessions": revokeOtherSessions,
  "account.renamePasskey": renamePasskey,
  "account.removePasskey": removePasskey,
} as const;
