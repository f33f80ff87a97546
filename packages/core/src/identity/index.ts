export { createIdentity, type Identity } from "./create-identity.ts";
export { createUserWithPassword } from "./create-user.ts";
export { isFirstRun, registerFirstUser } from "./register-first-user.ts";
export { setPassword } from "./set-password.ts";
