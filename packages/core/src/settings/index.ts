export { type Logo, readLogo, readSettings } from "./read-settings.ts";
export { maySignUp, requireOrganizationMaker } from "./sign-up.ts";
