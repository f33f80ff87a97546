export { requireOrganizationMaker } from "./organization-makers.ts";
export { type Logo, readLogo, readSettings } from "./read-settings.ts";
export { maySignUp } from "./sign-up.ts";
