export {
  type AccountHolder,
  changePassword,
  readAccountSecurity,
  removePasskey,
  renameAccount,
  renamePasskey,
  revokeOtherSessions,
  revokeSession,
} from "./account.ts";
export { Attempts } from "./attempts.ts";
export { createIdentity, type Identity } from "./create-identity.ts";
export { createUserWithPassword } from "./create-user.ts";
export type { CookieAnswer } from "./identity-parts.ts";
export { isFirstRun, registerFirstUser } from "./register-first-user.ts";
export { registerNewMember } from "./register-new-member.ts";
export { setPassword } from "./set-password.ts";
