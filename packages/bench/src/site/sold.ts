import { createOperatorClient, type OperatorClient } from "@fulmar/sdk";
import { operationsEnded, Rest, until } from "@fulmar/testkit/stack";
import { operatorToken } from "../operator-token.ts";
import { addOrganization, type Product } from "../product.ts";
import { senderTo } from "../sender-to.ts";
import { must, timedStep } from "../story.ts";
import { type OperatorsServer, prepareServer } from "./operators-server.ts";
import {
  BOUGHT,
  type CustomerName,
  emptyProduction,
  euros,
  invoiceMonth,
  monthAfter,
  owedBy,
  PERCENT_OFF,
  PRICES,
  RAISED,
  SELLER,
  SIZE,
  TAX_PERCENT,
} from "./sale.ts";
import { PUBLIC_RANGE, type SiteServer } from "./server.ts";

const PROJECT = "sale";

/** A customer, as a tenant's program reaches the API. */
interface Customer {
  readonly name: CustomerName;
  readonly organization_id: string;
  readonly rest: Rest;
}

/**
 * An empty production installation is made one that sells, by the operators' API alone: a site of real machines, plans
 * in euros, tax, a discount, a plan for one customer, a price that rises. Its invoices are compared with a calculation
 * by hand.
 */
export async function sold(server: SiteServer): Promise<void> {
  const product = await emptyProduction();
  const prepared = await prepareServer(server, PROJECT);
  try {
    const url = await product.startApi();
    const operator = createOperatorClient({ baseUrl: url, token: await operatorToken(product.database, "production") });
    product.startTalkingWorker();
    const siteId = await timedStep("a site, its addresses and an image from a URL, by the operators' API", () =>
      makeSite(operator, prepared),
    );
    const { template_id } = prepared.image;
    const [acme, partner] = [await customer(product, url, "Acme"), await customer(product, url, "Partner")];
    const nextMonth = monthAfter(new Date());
    await timedStep("currency, tax, plans, a discount and a price that rises next month", async () => {
      await priced(operator, siteId, partner, nextMonth);
    });
    const vms = await timedStep("five machines, of which one has a plan that is retired then", async () => {
      const at = { site_id: siteId, template_id };
      const made = [...(await buy(acme, at, operator)), ...(await buy(partner, at, operator))];
      await refusedTo(acme, at);
      await operator.operatorPlan.retire({ plan_id: "sale-medium" });
      return made;
    });
    await timedStep("the invoices of next month are those of a calculation by hand", async () => {
      await invoiced(product, [acme, partner], nextMonth);
    });
    await timedStep("all of it deleted", async () => {
      for (const { rest, vm_id } of vms) await operationsEnded(rest, [await rest.ask("cloudVm.delete", { vm_id })]);
    });
  } finally {
    await product.stop();
    await prepared.close();
  }
}

/** Adds the site with its certificates, and has a worker connect it and bring the image. @returns its id */
async function makeSite(operator: OperatorClient, { site, image }: OperatorsServer): Promise<string> {
  const { site_id, decision } = await operator.operatorSite.create(site);
  await carriedOut(operator, decision?.decision_id);
  const { connected, closed } = await operator.operatorSite.get({ site_id });
  must(connected && !closed, "a worker has connected the site and opened it");
  await operator.operatorSite.addAddresses({ site_id, range: PUBLIC_RANGE });
  const { decision_id } = await operator.operatorImage.import({ ...image, site_id });
  await carriedOut(operator, decision_id);
  await carriedOut(operator, (await operator.operatorSite.check({ site_id })).decision_id);
  return site_id;
}

async function carriedOut(operator: OperatorClient, decision_id = ""): Promise<void> {
  const { action, state, outcome } = await until(
    "a worker to carry out the decision",
    () => operator.operatorSiteDecision.get({ decision_id }),
    (decision) => decision.state !== "waiting",
  );
  must(state === "done", `a worker can ${action}: ${outcome}`);
}

/** Where VMs are made, and of which image. */
interface Offered {
  readonly site_id: string;
  readonly template_id: string;
}

async function customer(product: Product, url: string, name: Customer["name"]): Promise<Customer> {
  const sizes = { balance: "0", environment: "production" } as const;
  const { organizationId, ...caller } = await addOrganization(product.database, { name, ...sizes });
  return { name, organization_id: organizationId, rest: new Rest(senderTo(url, caller)) };
}

/** Everything that an operator says before customers buy. */
async function priced(operator: OperatorClient, siteId: string, partner: Customer, nextMonth: Date): Promise<void> {
  await operator.operatorSettings.update({ currency: "EUR" });
  await operator.operatorSeller.update(SELLER);
  const today = new Date().toISOString().slice(0, 10);
  const rate = { country: "DE", name: "MwSt.", percent: String(TAX_PERCENT), valid_from: today };
  await operator.operatorTaxRate.create({ ...rate, reverse_charge: false });
  for (const [plan_id, price] of Object.entries(PRICES))
    await operator.operatorPlan.create({
      ...{ plan_id, name: plan_id, ...SIZE, site_ids: [siteId], hourly_price: euros(price) },
      organization_ids: plan_id === "sale-own" ? [partner.organization_id] : null,
    });
  const rise = { hourly_price: euros(RAISED), monthly_cap: null, free_quantity: null };
  const { sku_code } = await operator.operatorPlan.get({ plan_id: "sale-small" });
  await operator.operatorPriceBook.setPrice({
    ...{ book_id: "standard", sku_code, ...rise, valid_from: nextMonth.toISOString() },
  });
  await operator.operatorPriceBook.create({ book_id: "partners", name: "Partners" });
  await operator.operatorPriceBook.setDiscount({ book_id: "partners", percent_off: String(PERCENT_OFF) });
  await operator.operatorOrganization.setPriceBook({ organization_id: partner.organization_id, book_id: "partners" });
  const { set_up: left } = await operator.operatorOverview.get({});
  // What else there is costs nothing here.
  for (const unpriced of left.find(({ step }) => step === "product_price")?.ids ?? [])
    await operator.operatorPriceBook.setPrice({ book_id: "standard", sku_code: unpriced, ...rise, hourly_price: "0" });
  const { sites, set_up } = await operator.operatorOverview.get({});
  must(sites.length === 1 && sites[0]?.site_id === siteId, "there is no site but the operator's own");
  must(set_up.length === 0, `nothing is left to set up: ${JSON.stringify(set_up)}`);
}

async function buy({ name, organization_id, rest }: Customer, at: Offered, operator: OperatorClient) {
  await operator.operatorOrganization.topUp({ organization_id, amount: "500", reference: `Transfer of ${name}` });
  await operator.operatorOrganization.setBillingDetails({
    ...{
      organization_id,
      legal_name: `${name} GmbH`,
      address_lines: ["Markt 1"],
      postal_code: "10115",
      city: "Berlin",
    },
    ...{ country: "DE", vat_number: null, email: null, reason: "The contract" },
  });
  return Promise.all(
    BOUGHT[name].map(async (plan_id) => {
      const accepted = await rest.ask("cloudVm.create", { name: plan_id, plan_id, ...at });
      await operationsEnded(rest, [accepted]);
      return { rest, vm_id: accepted.vm_id };
    }),
  );
}

/** What one customer's plan is to others: not listed, and not sold. */
async function refusedTo({ rest }: Customer, at: Offered): Promise<void> {
  const plans = await rest.ask("plan.list", { type: "cloud", site_id: at.site_id });
  must(!plans.some(({ plan_id }) => plan_id === "sale-own"), "others do not see the plan of one customer");
  const wanted = { name: "mine", plan_id: "sale-own", ...at };
  must((await rest.status("cloudVm.create", wanted)) === 400, "others cannot buy it");
}

/** Compares what is invoiced for next month. */
async function invoiced(product: Product, customers: readonly Customer[], nextMonth: Date): Promise<void> {
  await invoiceMonth(product, nextMonth);
  for (const { name, rest } of customers) {
    const { hours, net, tax } = owedBy(name, nextMonth);
    const month = nextMonth.toISOString().slice(0, 7);
    const invoice = (await rest.ask("invoice.list", {})).find((one) => one.month === month);
    const { net_total, tax_total, total, currency } = invoice ?? {};
    console.log(`          ${name}: ${hours} hours, ${net_total} + ${tax_total} = ${total} ${currency}`);
    must(currency === "EUR" && Number(net_total) === net / 100_000, `${name} owes ${euros(net)} without tax`);
    must(Number(tax_total) === tax / 100_000, `${name} owes ${euros(tax)} of tax`);
    must(Number(total) === (net + tax) / 100_000, `${name} owes ${euros(net + tax)}`);
  }
}
