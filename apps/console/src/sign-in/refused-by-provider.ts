const SENTENCES = new Map([
  ["access_denied", "The provider did not let you in."],
  [
    "account_not_linked",
    "There is an account with your address, but the address was never confirmed. Choose a new password by e-mail " +
      "first, then sign in again.",
  ],
  [
    "cell_unavailable",
    "A part of this installation does not answer, and your account may be there; try again in a minute.",
  ],
  ["email_not_verified", "The provider has not verified your e-mail address. Ask your administrator."],
  ["not_set_up", "This installation has no first user yet. The operator sets it up with the setup token."],
  ["other_domain", "Addresses of this domain may not sign in here. Ask your administrator."],
  ["rate_limited", "Too many attempts; wait a minute, then try again."],
  [
    "sign_up_closed",
    "Accounts are for invited people or for some addresses only, and yours is none of them. Ask for an " +
      "invitation to your address.",
  ],
  ["sso_unavailable", "The sign-in provider does not answer; try again in a minute."],
]);

/** Words for the code in the address of the sign-in page, after a sign-in by the provider was refused. */
export function refusedByProvider(code: string | string[] | undefined): string | null {
  if (typeof code !== "string") return null;
  return SENTENCES.get(code) ?? "The sign-in took too long or could not be checked; try again.";
}
