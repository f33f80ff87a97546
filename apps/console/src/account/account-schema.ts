// A module of its own, so that it can come after the page.
export { AccountName, PasskeyName, PasswordAgain, PasswordChange, TotpCode } from "@fulmar/contract";
