// Tax, and who invoices are from and made out to.
import { randomUUID } from "node:crypto";
import type { OperatorExamples, OperatorFixture } from "../operator-fixture.ts";

export const taxExamples = {
  "operatorOrganization.setBillingDetails": async (fixture) => ({
    organization_id: await fixture.organization(),
    ...{ legal_name: "Engines GmbH", country: "DE", vat_number: "DE136695976", reason: "Ticket 4711" },
  }),
  "operatorTaxRate.list": () => ({}),
  "operatorTaxRate.get": async (fixture) => ({ rate_id: await madeRate(fixture) }),
  "operatorTaxRate.create": () => newRate(),
  "operatorTaxRate.delete": async (fixture) => ({ rate_id: await madeRate(fixture) }),
  "operatorSeller.get": () => ({}),
  "operatorSeller.update": () => ({ legal_name: `Cloud ${randomUUID()}`, country: "AT", vat_number: "ATU18522105" }),
} satisfies OperatorExamples;

let rates = 0;

/** Of a day that no other rate begins on. */
function newRate() {
  const valid_from = new Date(Date.UTC(2030, 0, 1 + rates++)).toISOString().slice(0, 10);
  return { country: "AQ", name: "VAT", percent: "19.5", valid_from };
}

async function madeRate(fixture: OperatorFixture): Promise<string> {
  return String((await fixture.made("operatorTaxRate.create", newRate())).rate_id);
}
