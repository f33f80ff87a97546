export { sendsMail } from "../mail/index.ts";
export { guardPasswordChange } from "./account.ts";
export { readSignInFailures } from "./audit-account.ts";
export { checkSingleSignOn, type SignInCheck } from "./check-single-sign-on.ts";
export type { CookieAnswer } from "./create-auth.ts";
export { createIdentity, type Identity } from "./create-identity.ts";
export { identityHandlers } from "./handlers.ts";
export { choosePassword, issuePasswordReset, requestPasswordReset } from "./password-reset.ts";
export { refuseWeakPassword } from "./password-strength.ts";
export { readProfile } from "./read-profile.ts";
export { isFirstRun, issueSetupToken, registerFirstUser, registerNewMember } from "./register.ts";
export { resealSecondFactors } from "./rotation.ts";
export {
  accountProviderOf,
  currentSingleSignOn,
  openedSecret,
  readSignInProvider,
  resealClientSecret,
  sealClientSecret,
} from "./sign-in-provider.ts";
export { requirePasswords } from "./single-sign-on.ts";
export { createUserWithPassword, setPassword } from "./users.ts";
