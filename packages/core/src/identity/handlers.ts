import {
  changePassword,
  readAccountSecurity,
  removePasskey,
  renameAccount,
  renamePasskey,
  revokeOtherSessions,
  revokeSession,
} from "./account.ts";
import { readOwnProfile } from "./read-profile.ts";

export const identityHandlers = {
  "session.me": readOwnProfile,
  "account.security": readAccountSecurity,
  "account.rename": renameAccount,
  "account.changePassword": changePassword,
  "account.revokeSession": revokeSession,
  "account.revokeOtherSessions": revokeOtherSessions,
  "account.renamePasskey": renamePasskey,
  "account.removePasskey": removePasskey,
} as const;
