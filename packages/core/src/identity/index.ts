export type { CookieAnswer } from "./create-auth.ts";
export { createIdentity, type Identity } from "./create-identity.ts";
export { identityHandlers } from "./handlers.ts";
export { readProfile } from "./read-profile.ts";
export { isFirstRun, registerFirstUser, registerNewMember } from "./register.ts";
export { resealSecondFactors } from "./rotation.ts";
export { createUserWithPassword, setPassword } from "./users.ts";
