export { createIdentity, type Identity } from "./create-identity.ts";
export { createUserWithPassword } from "./create-user.ts";
export { identityHandlers } from "./handlers.ts";
export type { CookieAnswer } from "./identity-parts.ts";
export { readProfile } from "./read-profile.ts";
export { isFirstRun, registerFirstUser, registerNewMember } from "./register.ts";
export { setPassword } from "./set-password.ts";
