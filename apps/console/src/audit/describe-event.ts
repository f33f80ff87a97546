/** The events of organizations and accounts in words, grouped by area. */
const WORDS: Readonly<Record<string, string>> = {
  "invitation.create": "Invited",
  "invitation.revoke": "Withdrew an invitation",
  "invitation.accept": "Joined",
  "member.setRole": "Changed a role",
  "member.setWorkspaceRole": "Changed a role in a workspace",
  "member.remove": "Removed a member",
  "workspace.create": "Created a workspace",
  "workspace.update": "Renamed a workspace",
  "workspace.rename": "Renamed a workspace",
  "workspace.setDeletionWindow": "Changed how long a workspace keeps what was deleted",
  "workspace.delete": "Deleted a workspace",
  "organization.create": "Created the organization",
  "organization.rename": "Renamed the organization",
  "organization.setApprovals": "Changed who must approve",
  "organization.setStrictScopes": "Changed what scopes reach",
  "apiToken.create": "Created a token",
  "apiToken.update": "Changed a token",
  "apiToken.rotate": "Rotated a token",
  "apiToken.endOldValue": "Revoked a token's old value",
  "apiToken.revoke": "Revoked a token",
  "billingDetails.update": "Changed the billing details",
  "budget.create": "Created a budget",
  "budget.update": "Changed a budget",
  "budget.delete": "Deleted a budget",
  "payment.create": "Began a payment",
  "payment.paid": "A payment arrived",
  "payment.failed": "A payment failed",
  "payment.expired": "A payment expired",
  "payment.confirm": "Confirmed a payment",
  "payment.cancel": "Cancelled a payment",
  "payment.refund": "Asked for a refund",
  "payment.refunded": "A payment was refunded",
  "payment.refund_failed": "A refund failed",
  "payment.disputed": "A bank disputes a payment",
  "payment.dispute_withdrawn": "A dispute left the wallet",
  "payment.dispute_reinstated": "A dispute is back in the wallet",
  "payment.dispute_won": "A dispute was won",
  "payment.dispute_lost": "A dispute was lost",
  "payment.dispute_closed": "A bank's question was closed",
  "invoice.postpone": "Postponed an invoice",
  "billing_details.set": "An operator changed the billing details",
  "organization.set_quota_class": "Set the class of the organization",
  "organization.view_start": "Began to view the organization",
  "organization.view_end": "Ended a view of the organization",
  "quota.set": "Set a quota",
  "quota.unset": "Removed a quota of the organization's own",
  "quota_request.grant": "Granted a higher quota",
  "quota_request.refuse": "Refused a higher quota",
  "wallet.top_up": "Topped up the wallet",
  "wallet.set": "Set the credit limit",
  "wallet.suspend": "Suspended the wallet",
  "wallet.resume": "Resumed the wallet",
  "account.rename": "Changed their name",
  "account.changePassword": "Changed their password",
  "account.closeAnnouncement": "Closed an announcement",
  "account.resetPassword": "Chose a new password by e-mail",
  "account.joinOrganization": "Joined by single sign-on",
  "account.enableSecondFactor": "Turned the authenticator app on",
  "account.disableSecondFactor": "Turned the authenticator app off",
  "account.renewRecoveryCodes": "Generated new recovery codes",
  "account.addPasskey": "Added a passkey",
  "account.renamePasskey": "Renamed a passkey",
  "account.removePasskey": "Removed a passkey",
  "account.revokeSession": "Ended a session",
  "account.revokeOtherSessions": "Ended their other sessions",
  "account.signIn": "Signed in",
  "account.signInFailed": "Failed sign-in",
  "account.confirmFailed": "Failed confirmation of a change",
  "account.attemptsLimited": "Attempt refused after too many failures",
};

/** Only the user themselves sees these. */
const OWN: ReadonlySet<string> = new Set([
  "account.closeAnnouncement",
  "account.signIn",
  "account.signInFailed",
  "account.confirmFailed",
  "account.attemptsLimited",
]);

/** The former names of actions. Their events stay, and none is added. */
const FORMER: ReadonlySet<string> = new Set(["workspace.rename"]);

/** The filterable actions of an organization's trail. */
export const ORGANIZATION_ACTIONS = Object.entries(WORDS).filter(([action]) => !OWN.has(action) && !FORMER.has(action));

/** An event in words. Users who remove themselves have left. */
export function describeEvent({
  action,
  actor_id,
  resource_id,
}: {
  action: string;
  actor_id: string;
  resource_id: string | null;
}): string {
  if (action === "member.remove" && actor_id === resource_id) return "Left";
  return WORDS[action] ?? action;
}

/** An event in words, addressed to the user whose account it is. A failed sign-in says what was wrong. */
export function describeOwnEvent({ action, detail }: { action: string; detail: string | null }): string {
  const words = (WORDS[action] ?? action).replace(" their ", " your ");
  return detail === null ? words : `${words}: ${detail}`;
}
