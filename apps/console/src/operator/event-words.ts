import type { OperatorOperationId } from "@fulmar/contract";

/** What operators change, in words. */
const EVENT_WORDS = {
  "operator.add": "Added an operator",
  "operator.setRole": "Changed the role of an operator",
  "operator.remove": "Removed an operator",
  "operatorToken.create": "Created a token",
  "operatorToken.revoke": "Revoked a token",
  "operatorOrganization.suspend": "Suspended an organization",
  "operatorOrganization.resume": "Resumed an organization",
  "operatorOrganization.topUp": "Topped up an organization",
  "operatorOrganization.setCredit": "Set a credit limit",
  "operatorOrganization.setBillingDetails": "Changed billing details",
  "operatorPayment.confirm": "Confirmed a payment",
  "operatorPayment.cancel": "Cancelled a payment",
  "operatorPayment.refund": "Refunded a payment",
  "operatorTaxRate.create": "Set a tax rate",
  "operatorTaxRate.delete": "Took back a tax rate",
  "operatorSeller.update": "Changed who invoices are from",
  "operatorSettings.update": "Changed the settings",
  "operatorSettings.setLogo": "Set the logo",
  "operatorSettings.removeLogo": "Removed the logo",
  "operatorSettings.sendTestMail": "Had a test mail sent",
  "operatorOrganization.setPriceBook": "Gave an organization a price book",
  "operatorOrganization.removePriceBook": "Took a price book back",
  "operatorSite.close": "Closed a site",
  "operatorSite.open": "Opened a site",
  "operatorVm.stop": "Stopped a VM",
  "operatorVm.release": "Released a VM",
  "operatorActing.start": "Began to look at an organization",
  "operatorActing.end": "Ended a look at an organization",
  "operatorAddress.isolate": "Isolated a public address",
  "operatorAddress.release": "Released a public address",
  "operatorPerson.endSessions": "Signed a person out",
  "operatorPerson.lock": "Locked a person",
  "operatorPerson.unlock": "Unlocked a person",
  "operatorPerson.delete": "Deleted a person",
  "operatorPerson.resetSecondFactor": "Reset a second factor",
  "operatorPriceBook.create": "Created a price book",
  "operatorPriceBook.rename": "Renamed a price book",
  "operatorPriceBook.remove": "Removed a price book",
  "operatorPriceBook.setDiscount": "Set a discount",
  "operatorPriceBook.removeDiscount": "Took a discount back",
  "operatorPriceBook.setPrice": "Set a price",
  "operatorPriceBook.removePrice": "Took a price back",
  "operatorInvoice.postpone": "Postponed an invoice",
  "operatorQuotaClass.create": "Created a quota class",
  "operatorQuotaClass.setLimits": "Changed the quotas of a class",
  "operatorQuotaClass.setDefault": "Changed the class of new organizations",
  "operatorQuotaClass.remove": "Removed a quota class",
  "operatorOrganization.setQuotaClass": "Set the quota class of an organization",
  "operatorQuotaRequest.grant": "Granted a higher quota",
  "operatorQuotaRequest.refuse": "Refused a higher quota",
  "operatorPlan.create": "Created a plan",
  "operatorPlan.update": "Changed a plan",
  "operatorPlan.setSites": "Chose the sites of a plan",
  "operatorPlan.retire": "Retired a plan",
  "operatorPlan.restore": "Restored a plan",
  "operatorImage.retire": "Retired an image",
  "operatorImage.restore": "Restored an image",
} as const satisfies { readonly [Id in OperatorOperationId]?: string };

/** What happens without an operator, in words. */
const HAPPENED = {
  "payment.disputed": "A payment is disputed",
  "payment.dispute_withdrawn": "A dispute left a wallet",
  "payment.dispute_reinstated": "A dispute is back in a wallet",
  "payment.dispute_won": "A dispute was won",
  "payment.dispute_lost": "A dispute was lost",
  "payment.dispute_closed": "A bank's question was closed",
} as const;

/** An event in words. */
export function describeOperatorEvent({ action }: { readonly action: string }): string {
  const words: Readonly<Record<string, string>> = { ...EVENT_WORDS, ...HAPPENED };
  return words[action] ?? action;
}
