import { randomUUID } from "node:crypto";
import {
  type Operation,
  type OperatorOperationId,
  type OperatorScope,
  operationById,
  operatorCatalog,
} from "@fulmar/contract";
import type { Credentials } from "@fulmar/core";
import { addSite, makeOperator } from "@fulmar/core/operator";
import { createPerson } from "@fulmar/testkit";
import type { Api, ApiResponse, RequestOptions } from "../api-fixture.ts";
import { ConsoleFixture } from "../console-fixture.ts";
import { pngOf } from "./logos.ts";

type Input = Readonly<Record<string, unknown>>;

/** The people who run an installation, a token of theirs for each scope, and a tenant. */
export class OperatorFixture {
  readonly api: Api;
  readonly tenant: ConsoleFixture;
  readonly operator: string;
  readonly support: string;
  readonly stranger: string;
  /** Operator tokens, by their strongest scope. */
  readonly tokens: Readonly<Record<OperatorScope, string>>;

  private constructor(parts: Pick<OperatorFixture, "api" | "tenant" | "operator" | "support" | "stranger" | "tokens">) {
    this.api = parts.api;
    this.tenant = parts.tenant;
    this.operator = parts.operator;
    this.support = parts.support;
    this.stranger = parts.stranger;
    this.tokens = parts.tokens;
  }

  static async open(api: Api): Promise<OperatorFixture> {
    const tenant = await ConsoleFixture.open(api);
    const [operator, support] = [await person(api), await person(api)];
    await makeOperator(api.database, { email: operator.email, role: "operator" });
    await makeOperator(api.database, { email: support.email, role: "support" });
    const tokenWith = async (...scopes: OperatorScope[]) => {
      const created = await tenant.call(
        "operatorToken.create",
        { name: "program", scopes, expires_at: inDays(1) },
        { credentials: { kind: "session", userId: operator.id } },
      );
      if (created.refusal !== undefined) throw created.refusal;
      return String(created.value.token);
    };
    return new OperatorFixture({
      ...{ api, tenant, operator: operator.id, support: support.id, stranger: (await person(api)).id },
      tokens: {
        "operator.read": await tokenWith("operator.read"),
        "operator.write": await tokenWith("operator.read", "operator.write"),
      },
    });
  }

  as(userId: string): Credentials {
    return { kind: "session", userId, sessionId: randomUUID() };
  }

  /** Calls a procedure, by default as the operator. */
  call(
    id: OperatorOperationId,
    input: Input,
    credentials = this.as(this.operator),
    idempotencyKey: string = randomUUID(),
  ) {
    return this.tenant.call(id, input, { credentials, idempotencyKey });
  }

  /** Makes a call that must succeed. @returns its answer */
  async made(id: OperatorOperationId, input: Input): Promise<Record<string, unknown>> {
    const { value, refusal } = await this.call(id, input);
    if (refusal !== undefined) throw refusal;
    return value;
  }

  plan(id: OperatorOperationId, input: Input, credentials = this.as(this.operator)) {
    return this.tenant.plan(id, input, credentials);
  }

  /** Sends a request, by default with a token that may do everything. */
  send(id: OperatorOperationId, input: Input, options: RequestOptions = {}): Promise<ApiResponse> {
    const { method, path, params, query } = operationById(id) as unknown as Operation;
    const named = (shape: object) => Object.entries(input).filter(([name]) => name in shape);
    const url = named(params.shape).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
      path as string,
    );
    const rest = Object.entries(input).filter(([name]) => !(name in params.shape) && !(name in query.shape));
    return this.api.request(method, url, {
      ...{ token: this.tokens["operator.write"], workspaceId: null },
      query: Object.fromEntries(named(query.shape).map(([name, value]) => [name, String(value)])),
      ...(method !== "GET" && method !== "DELETE" && { body: Object.fromEntries(rest) }),
      ...options,
    });
  }

  /** Somebody with an account. */
  person() {
    return person(this.api);
  }

  /** Somebody who may read the installation. */
  async newSupport(): Promise<string> {
    const { id, email } = await person(this.api);
    await makeOperator(this.api.database, { email, role: "support" });
    return id;
  }

  /** Somebody who is signed in. */
  async signedIn(): Promise<string> {
    const { id: userId } = await person(this.api);
    const expiresAt = new Date(Date.now() + 3_600_000);
    await this.api.database.prisma.session.create({
      data: { id: randomUUID(), userId, token: randomUUID(), expiresAt },
    });
    return userId;
  }

  /** An organization of its own. */
  async organization(): Promise<string> {
    return (await this.api.createTenant()).organizationId;
  }
}

async function person(api: Api) {
  const email = `${randomUUID()}@example.com`;
  const id = await createPerson(api.database, { name: "Somebody", email });
  return { id, email };
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

/** A request of each operation of the installation that succeeds. An operation without one does not compile. */
export const operatorExamples: {
  readonly [Id in OperatorOperationId]: (fixture: OperatorFixture) => Promise<Input> | Input;
} = {
  "operatorOverview.get": () => ({}),
  "operatorHealth.get": () => ({}),
  "operator.self": () => ({}),
  "operator.list": () => ({}),
  "operator.get": ({ operator }) => ({ user_id: operator }),
  "operator.add": async (fixture) => ({ email: (await fixture.person()).email, role: "support" }),
  "operator.setRole": async (fixture) => ({ user_id: await fixture.newSupport(), role: "operator" }),
  "operator.remove": async (fixture) => ({ user_id: await fixture.newSupport() }),
  "operatorToken.list": () => ({}),
  "operatorToken.get": async (fixture) => ({ token_id: await madeToken(fixture) }),
  "operatorToken.create": () => ({ name: "export", scopes: ["operator.read"], expires_at: inDays(30) }),
  "operatorToken.revoke": async (fixture) => ({ token_id: await madeToken(fixture) }),
  "operatorEvent.list": () => ({}),
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
  "operatorPayment.list": () => ({ state: "waiting", limit: 5 }),
  "operatorPayment.get": async (fixture) => ({ payment_id: await madePayment(fixture) }),
  "operatorPayment.confirm": async (fixture) => ({
    ...{ payment_id: await madePayment(fixture), amount: "99.5", paid_on: inDays(-1).slice(0, 10) },
  }),
  "operatorPayment.cancel": async (fixture) => ({
    payment_id: await madePayment(fixture),
    reason: "Nothing has arrived for a month.",
  }),
  "operatorPayment.refund": async (fixture) => ({ ...(await paid(fixture)), amount: "20", reason: "Ticket 4711" }),
  "operatorPerson.list": () => ({ limit: 5 }),
  "operatorPerson.get": ({ operator }) => ({ user_id: operator }),
  "operatorPerson.endSessions": async (fixture) => ({
    user_id: await fixture.signedIn(),
    reason: "The laptop was stolen.",
  }),
  "operatorPerson.resetSecondFactor": async (fixture) => ({
    user_id: await withSecondFactor(fixture),
    reason: "Lost phone",
  }),
  "operatorPerson.lock": async (fixture) => ({ user_id: await fixture.signedIn(), reason: "Taken over." }),
  "operatorPerson.unlock": async (fixture) => {
    const user_id = await fixture.signedIn();
    await fixture.made("operatorPerson.lock", { user_id, reason: "Taken over." });
    return { user_id, reason: "The owner has it back." };
  },
  "operatorPerson.delete": async (fixture) => ({ user_id: (await fixture.person()).id }),
  "operatorPriceBook.list": () => ({}),
  "operatorPriceBook.get": () => ({ book_id: "standard" }),
  "operatorPriceBook.create": () => ({ book_id: `book-${randomUUID()}`, name: `Book ${randomUUID()}` }),
  "operatorPriceBook.rename": async (fixture) => ({ book_id: await madeBook(fixture), name: `Book ${randomUUID()}` }),
  "operatorPriceBook.remove": async (fixture) => ({ book_id: await madeBook(fixture) }),
  "operatorPriceBook.setDiscount": async (fixture) => ({ book_id: await madeBook(fixture), percent_off: "12.5" }),
  "operatorPriceBook.removeDiscount": async (fixture) => {
    const change = { book_id: await madeBook(fixture), valid_from: NEW_YEAR };
    await fixture.made("operatorPriceBook.setDiscount", { ...change, percent_off: "20" });
    return change;
  },
  "operatorPriceBook.setPrice": async (fixture) => ({
    ...{ book_id: await madeBook(fixture), sku_code: "volume.ssd" },
    ...{ hourly_price: "0.0001", monthly_cap: "0.05", valid_from: NEW_YEAR },
  }),
  "operatorPriceBook.preview": () => ({ book_id: "standard", sku_code: "volume.ssd", hourly_price: "0.5" }),
  "operatorPriceBook.previewDiscount": async (fixture) => ({ book_id: await madeBook(fixture), percent_off: "20" }),
  "operatorPriceBook.removePrice": async (fixture) => {
    const change = { book_id: await madeBook(fixture), sku_code: "volume.ssd", valid_from: NEW_YEAR };
    await fixture.made("operatorPriceBook.setPrice", { ...change, hourly_price: "0.0001" });
    return change;
  },
  "operatorOrganization.priceBooks": async (fixture) => ({ organization_id: await fixture.organization() }),
  "operatorOrganization.previewPriceBook": async (fixture) => ({
    organization_id: await fixture.organization(),
    book_id: await madeBook(fixture),
  }),
  "operatorOrganization.setPriceBook": async (fixture) => ({
    organization_id: await fixture.organization(),
    book_id: await madeBook(fixture),
  }),
  "operatorOrganization.removePriceBook": async (fixture) => {
    const change = { organization_id: await fixture.organization(), valid_from: NEW_YEAR };
    await fixture.made("operatorOrganization.setPriceBook", { ...change, book_id: await madeBook(fixture) });
    return change;
  },
  "operatorOrganization.setBillingDetails": async (fixture) => ({
    organization_id: await fixture.organization(),
    ...{ legal_name: "Engines GmbH", country: "DE", vat_number: "DE136695976", reason: "Ticket 4711" },
  }),
  "operatorTaxRate.list": () => ({}),
  "operatorTaxRate.get": async (fixture) => ({ rate_id: await madeRate(fixture) }),
  "operatorTaxRate.create": () => newRate(),
  "operatorTaxRate.delete": async (fixture) => ({ rate_id: await madeRate(fixture) }),
  "operatorInvoice.list": () => ({ state: "open", limit: 5 }),
  "operatorInvoice.get": async (fixture) => ({ invoice_id: await madeInvoice(fixture) }),
  "operatorInvoice.postpone": async (fixture) => ({
    ...{ invoice_id: await madeInvoice(fixture), due_at: "2099-01-01T00:00:00Z", reason: "Ticket 4711" },
  }),
  "operatorSettings.get": () => ({}),
  "operatorSettings.update": () => ({
    name: `Cloud ${randomUUID()}`,
    accent: "#0b6e4f",
    sign_up_domains: ["example.com"],
  }),
  "operatorSettings.logo": async (fixture) => {
    await fixture.made("operatorSettings.setLogo", { content: pngOf({ note: randomUUID() }) });
    return {};
  },
  "operatorSettings.setLogo": () => ({ content: pngOf({ note: randomUUID() }) }),
  "operatorSettings.removeLogo": async (fixture) => {
    await fixture.made("operatorSettings.setLogo", { content: pngOf({ note: randomUUID() }) });
    return {};
  },
  "operatorSettings.sendTestMail": () => ({}),
  "operatorSettings.getTestMail": async (fixture) => ({
    mail_id: (await fixture.made("operatorSettings.sendTestMail", {})).mail_id,
  }),
  "operatorSettings.checkSingleSignOn": () => ({}),
  "operatorSeller.get": () => ({}),
  "operatorSeller.update": () => ({ legal_name: `Cloud ${randomUUID()}`, country: "AT", vat_number: "ATU18522105" }),
  "operatorPlan.list": () => ({}),
  "operatorPlan.get": () => ({ plan_id: "plan-small" }),
  "operatorPlan.create": () => newPlan(),
  "operatorPlan.update": async (fixture) => ({
    plan_id: await madePlan(fixture),
    ...{ name: `plan-${randomUUID()}`, family: "dedicated", position: 1 },
    organization_ids: [await fixture.organization()],
  }),
  "operatorPlan.setSites": async (fixture) => ({ plan_id: await madePlan(fixture), site_ids: ["site-fra-1"] }),
  "operatorPlan.retire": async (fixture) => ({ plan_id: await madePlan(fixture) }),
  "operatorPlan.restore": async (fixture) => {
    const plan_id = await madePlan(fixture);
    await fixture.made("operatorPlan.retire", { plan_id });
    return { plan_id };
  },
  "operatorQuotaClass.list": () => ({}),
  "operatorQuotaClass.get": () => ({ class_id: "standard" }),
  "operatorQuotaClass.create": () => ({
    ...{ class_id: `class-${randomUUID().slice(0, 8)}`, name: `Class ${randomUUID()}` },
    limits: { cpus: 1000, gpu_vms: null },
  }),
  "operatorQuotaClass.setLimits": async (fixture) => ({ class_id: await madeClass(fixture), limits: { cpus: 500 } }),
  "operatorQuotaClass.setDefault": async (fixture) => ({ class_id: await madeClass(fixture) }),
  "operatorQuotaClass.remove": async (fixture) => ({ class_id: await madeClass(fixture) }),
  "operatorOrganization.setQuotaClass": async (fixture) => ({
    organization_id: await fixture.organization(),
    class_id: await madeClass(fixture),
    reason: "A year of paid invoices.",
  }),
  "operatorQuotaRequest.list": () => ({ status: "open", limit: 5 }),
  "operatorQuotaRequest.get": async (fixture) => ({ quota_request_id: await madeQuotaRequest(fixture) }),
  "operatorQuotaRequest.grant": async (fixture) => ({
    ...{ quota_request_id: await madeQuotaRequest(fixture), granted: 300, reason: "More from June on." },
  }),
  "operatorQuotaRequest.refuse": async (fixture) => ({
    quota_request_id: await madeQuotaRequest(fixture),
    reason: "Please pay the invoice of May first.",
  }),
  "operatorVm.get": async (fixture) => ({ vm_id: await madeVm(fixture) }),
  "operatorVm.stop": async (fixture) => ({ vm_id: await madeVm(fixture), reason: "It sends spam." }),
  "operatorVm.release": async (fixture) => {
    const vm_id = await madeVm(fixture);
    await fixture.made("operatorVm.stop", { vm_id, reason: "It sends spam." });
    return { vm_id };
  },
  "operatorActing.list": () => ({}),
  "operatorActing.get": async (fixture) => ({ acting_id: await madeActing(fixture) }),
  "operatorActing.start": async (fixture) => ({
    organization_id: await fixture.organization(),
    reason: "Ticket 4711.",
    minutes: 10,
  }),
  "operatorActing.end": async (fixture) => ({ acting_id: await madeActing(fixture) }),
  "operatorAddress.get": async (fixture) => ({ address: await madeAddress(fixture) }),
  "operatorAddress.isolate": async (fixture) => ({ address: await madeAddress(fixture), reason: "It scans." }),
  "operatorAddress.release": async (fixture) => {
    const address = await madeAddress(fixture);
    await fixture.made("operatorAddress.isolate", { address, reason: "It scans." });
    return { address };
  },
  "operatorSearch.find": () => ({ q: "Demo" }),
  "operatorAnnouncement.list": () => ({}),
  "operatorAnnouncement.get": async (fixture) => ({ announcement_id: await madeAnnouncement(fixture) }),
  "operatorAnnouncement.create": () => newAnnouncement(),
  "operatorAnnouncement.update": async (fixture) => ({
    announcement_id: await madeAnnouncement(fixture),
    ...{ level: "warning", title: "Work on the network", ends_at: "2030-01-02T04:00:00Z", site_ids: ["site-fra-1"] },
    organization_ids: [await fixture.organization()],
  }),
  "operatorAnnouncement.delete": async (fixture) => ({ announcement_id: await madeAnnouncement(fixture) }),
  "operatorImage.list": () => ({}),
  "operatorImage.get": () => ({ template_id: "debian-13" }),
  "operatorImage.retire": async (fixture) => ({ template_id: await madeImage(fixture) }),
  "operatorImage.restore": async (fixture) => {
    const template_id = await madeImage(fixture);
    await fixture.made("operatorImage.retire", { template_id });
    return { template_id };
  },
  "operatorOperation.list": async (fixture) => ({ organization_id: await fixture.organization(), state: "failed" }),
  "operatorOperation.get": async ({ api }) => {
    const body = { name: `vm-${randomUUID()}`, plan_id: "plan-small", template_id: "debian-13" };
    return { operation_id: (await api.request("POST", "/compute/cloud-vms", { body })).body.operation_id };
  },
  "operatorSite.list": () => ({}),
  "operatorSite.get": () => ({ site_id: "site-fra-1" }),
  "operatorSite.close": async (fixture) => ({ site_id: await madeSite(fixture), reason: "Its servers are replaced." }),
  "operatorSite.open": async (fixture) => {
    const site_id = await madeSite(fixture);
    await fixture.made("operatorSite.close", { site_id, reason: "Its servers are replaced." });
    return { site_id };
  },
  "operatorEdge.list": () => ({}),
  "operatorWebhook.list": () => ({}),
  "operatorOrganization.setCredit": async (fixture) => ({
    organization_id: await fixture.organization(),
    credit_limit: "500",
  }),
};

async function madeVm({ api }: OperatorFixture): Promise<string> {
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-small", template_id: "debian-13" };
  return String((await api.request("POST", "/compute/cloud-vms", { body })).body.vm_id);
}

/** By another operator each time, for each looks at one organization. */
async function madeActing(fixture: OperatorFixture): Promise<string> {
  const { id: userId, email } = await fixture.person();
  await fixture.made("operator.add", { email, role: "operator" });
  const sessionId = randomUUID();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await fixture.api.database.prisma.session.create({ data: { id: sessionId, userId, token: randomUUID(), expiresAt } });
  const example = await operatorExamples["operatorActing.start"](fixture);
  const { value, refusal } = await fixture.call("operatorActing.start", example, {
    kind: "session",
    userId,
    sessionId,
  });
  if (refusal !== undefined) throw refusal;
  return String(value.acting_id);
}

/** A tenant's own. Each tenant has few. */
async function madeAddress({ api }: OperatorFixture): Promise<string> {
  const { token, workspaceId } = await api.createTenant();
  const body = { site_id: "site-ams-1" };
  return String((await api.request("POST", "/networking/reserved-ips", { token, workspaceId, body })).body.address);
}

async function madeSite({ api }: OperatorFixture): Promise<string> {
  const name = `site-${randomUUID()}`;
  const { siteId } = await addSite(api.database, api.configuration, {
    ...{ provider: "simulated", name, location: "Nowhere" },
  });
  return siteId;
}

async function withSecondFactor(fixture: OperatorFixture): Promise<string> {
  const { id } = await fixture.person();
  await fixture.api.database.prisma.user.update({ where: { id }, data: { twoFactorEnabled: true } });
  return id;
}

function newPlan() {
  const plan_id = `plan-${randomUUID()}`;
  const size = { type: "cloud", cpu: 2, ram_mb: 4096, disk_gb: 40 };
  return { plan_id, name: plan_id, ...size, site_ids: ["site-ams-1"], hourly_price: "0.0125" };
}

async function madePlan(fixture: OperatorFixture): Promise<string> {
  return String((await fixture.made("operatorPlan.create", newPlan())).plan_id);
}

/** Images come with a release. */
async function madeImage({ api }: OperatorFixture): Promise<string> {
  const template_id = `image-${randomUUID()}`;
  const os = { os_type: "linux", os_distro: "debian", version: "13", min_disk_gb: 10 };
  const last = await api.database.prisma.image.aggregate({ _max: { position: true } });
  const position = (last._max.position ?? 0) + 1;
  await api.database.prisma.image.create({ data: { template_id, name: template_id, ...os, position } });
  return template_id;
}

const NEW_YEAR = "2030-01-01T00:00:00.000Z";

let rates = 0;

/** Of a day that no other rate begins on. */
function newRate() {
  const valid_from = new Date(Date.UTC(2030, 0, 1 + rates++)).toISOString().slice(0, 10);
  return { country: "AQ", name: "VAT", percent: "19.5", valid_from };
}

async function madeRate(fixture: OperatorFixture): Promise<string> {
  return String((await fixture.made("operatorTaxRate.create", newRate())).rate_id);
}

/** An invoice of 30, of which 20 is owed. */
async function madeInvoice(fixture: OperatorFixture): Promise<string> {
  const { database } = fixture.api;
  const organization_id = await fixture.organization();
  const invoice_id = organization_id.replace("org_", "ivc_");
  await database.prisma.wallet.upsert({
    ...{ where: { organization_id }, update: {}, create: { organization_id, balance: "0", currency: "USD" } },
  });
  await database.prisma.invoice.create({
    data: {
      ...{ organization_id, invoice_id, number: invoice_id, month: "2026-01", organization_name: "Engines" },
      ...{ currency: "USD", total: "30", owed: "20", ledger_seen: 1000n, due_at: new Date("2098-01-01T00:00:00Z") },
    },
  });
  return invoice_id;
}

async function madeClass(fixture: OperatorFixture): Promise<string> {
  const example = await operatorExamples["operatorQuotaClass.create"](fixture);
  return String((await fixture.made("operatorQuotaClass.create", example)).class_id);
}

/** A tenant's open request. */
async function madeQuotaRequest({ api }: OperatorFixture): Promise<string> {
  const { token, workspaceId } = await api.createTenant();
  const body = { resource: "cpus", wanted: 400, reason: "The launch in May." };
  return (await api.request("POST", "/billing/quota-requests", { token, workspaceId, body })).body.quota_request_id;
}

/** A tenant's transfer that has not arrived. */
async function madePayment({ api }: OperatorFixture): Promise<string> {
  const { token, workspaceId } = await api.createTenant();
  const body = { amount: "100.50" };
  return (await api.request("POST", "/billing/payments", { token, workspaceId, body })).body.payment_id;
}

async function paid(fixture: OperatorFixture): Promise<{ readonly payment_id: string }> {
  const payment_id = await madePayment(fixture);
  await fixture.made("operatorPayment.confirm", { payment_id, amount: "100", paid_on: inDays(-1).slice(0, 10) });
  return { payment_id };
}

async function madeBook(fixture: OperatorFixture): Promise<string> {
  const example = await operatorExamples["operatorPriceBook.create"](fixture);
  return String((await fixture.made("operatorPriceBook.create", example)).book_id);
}

function newAnnouncement() {
  return {
    ...{
      kind: "maintenance",
      title: `Work in Amsterdam ${randomUUID()}`,
      text: "Connections may break for some seconds.",
    },
    ...{ starts_at: "2030-01-01T22:00:00Z", ends_at: "2030-01-02T02:00:00Z", site_ids: ["site-ams-1"] },
  };
}

async function madeAnnouncement(fixture: OperatorFixture): Promise<string> {
  return String((await fixture.made("operatorAnnouncement.create", newAnnouncement())).announcement_id);
}

async function madeToken(fixture: OperatorFixture): Promise<string> {
  const example = await operatorExamples["operatorToken.create"](fixture);
  return String((await fixture.made("operatorToken.create", example)).token_id);
}

/** What is refused to tokens. */
export const byPeopleAlone: ReadonlySet<OperatorOperationId> = new Set([
  "operator.add",
  "operator.setRole",
  "operator.remove",
  "operatorToken.create",
  "operatorActing.start",
]);

type AnyOperatorOperation = Operation & { readonly id: OperatorOperationId };

/** Each operation of the installation without its static types, for the generated tests. */
export const eachOperatorOperation = (operatorCatalog as readonly unknown[] as readonly AnyOperatorOperation[]).map(
  (operation) => [operation.id, operation] as const,
);
