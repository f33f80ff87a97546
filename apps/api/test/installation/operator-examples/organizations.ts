// Organizations and their wallets.
import { randomUUID } from "node:crypto";
import type { OperatorExamples } from "../operator-fixture.ts";

export const organizationExamples = {
  "operatorOrganization.list": () => ({ limit: 5 }),
  "operatorOrganization.get": async (fixture) => ({ organization_id: await fixture.organization() }),
  "operatorOrganization.suspend": async (fixture) => ({
    organization_id: await fixture.organization(),
    reason: "The invoice of October is not paid.",
  }),
  "operatorOrganization.resume": async (fixture) => {
    const organization_id = await fixture.organization();
    await fixture.call("operatorOrganization.suspend", { organization_id, reason: "Once" });
    return { organization_id };
  },
  "operatorOrganization.topUp": async (fixture) => ({
    organization_id: await fixture.organization(),
    amount: "12.50",
    reference: `Transfer ${randomUUID()}`,
  }),
  "operatorOrganization.setCredit": async (fixture) => ({
    organization_id: await fixture.organization(),
    credit_limit: "500",
  }),
} satisfies OperatorExamples;
