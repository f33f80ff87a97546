export type { CookieAnswer } from "./create-auth.ts";
export { createIdentity, type Identity } from "./create-identity.ts";
export { identityHandlers } from "./handlers.ts";
export { choosePassword, issuePasswordReset, requestPasswordReset } from "./password-reset.ts";
export { readProfile } from "./read-profile.ts";
export { isFirstRun, issueSetupToken, registerFirstUser, registerNewMember } from "./register.ts";
export { resealSecondFactors } from "./rotation.ts";
export { requirePasswords } from "./single-sign-on.ts";
export { createUserWithPassword, setPassword } from "./users.ts";
