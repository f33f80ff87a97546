// A module of its own, so that it can come after the page.
export { RecoveryCode, SignIn, TotpCode } from "@fulmar/contract";
