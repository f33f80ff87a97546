import type { OperatorEvent, OperatorOperationId } from "@fulmar/contract";

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
  "operatorTaxRate.create": "Set a tax rate",
  "operatorTaxRate.delete": "Took back a tax rate",
  "operatorSeller.update": "Changed who invoices are from",
} as const satisfies { readonly [Id in OperatorOperationId]?: string };

/** An event in words. */
export function describeOperatorEvent({ action }: { readonly action: string }): string {
  const words: Readonly<Record<string, string>> = EVENT_WORDS;
  return words[action] ?? action;
}

/**
 * The fields of an event in one line: `amount: 100.50, reference: Transfer 7`. What other columns show is left out: the
 * ids of its path, and the reason.
 */
export function describeFields({
  fields,
  ...event
}: Pick<OperatorEvent, "fields" | "resource_id" | "organization_id" | "reason">): string {
  const shown: readonly unknown[] = [event.resource_id, event.organization_id, event.reason];
  return Object.entries(fields)
    .filter(([, value]) => !shown.includes(value))
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${textOf(value)}`)
    .join(", ");
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(" ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
