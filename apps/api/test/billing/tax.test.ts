// Tax on invoices as operators set it and tenants see it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { OperatorFixture } from "../installation/operator-fixture.ts";
import { MONTH_MS, monthThatGoesOn } from "./month-that-goes-on.ts";

let api: Api;
let operators: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  operators = await OperatorFixture.open(api);
}, MONTH_MS);
afterAll(() => api.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const rate = (country: string, valid_from: string, percent = "19") =>
  operators.send("operatorTaxRate.create", {
    country,
    name: "MwSt.",
    percent,
    valid_from,
    reverse_charge: country === "AT",
  });

test("a rate begins today or later, is followed by another, and is taken back before it begins", async () => {
  const begun = await rate("FR", inDays(0), "20");
  expect(begun).toMatchObject({ status: 201, body: { country: "FR", percent: "20", time: "present" } });
  const coming = await rate("FR", inDays(40), "5.5");
  expect(coming.body.time).toBe("future");
  const { body: listed } = await operators.send("operatorTaxRate.list", {});
  expect(listed).toEqual([begun.body, coming.body]);
  const refused = await rate("FR", inDays(-1));
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors[0].field).toBe("valid_from");
  expectError(await rate("FR", inDays(40)), 409, "conflict");
  expectError(await operators.send("operatorTaxRate.delete", { rate_id: begun.body.rate_id }), 409, "conflict");
  expect((await operators.send("operatorTaxRate.delete", { rate_id: coming.body.rate_id })).status).toBe(200);
  for (const wrong of [{ country: "XX" }, { percent: "100.5" }, { percent: "1.23456" }])
    expectError(
      await operators.send("operatorTaxRate.create", {
        ...{ country: "IT", name: "IVA", percent: "22", valid_from: inDays(9), ...wrong },
      }),
      400,
      "invalid_request",
    );
});

test(
  "an organization says who it is, sees its tax, and finds what to expect in the preview",
  async () => {
    const month = await monthThatGoesOn();
    for (const country of ["DE", "AT"]) await rate(country, inDays(0), country === "DE" ? "19" : "20");
    const tenant = await api.createTenant();
    const send = (method: "GET" | "PUT", path: string, body?: object, token = tenant.token) =>
      api.request(method, `/billing/${path}`, { token, workspaceId: tenant.workspaceId, ...(body && { body }) });
    expect((await send("GET", "details")).body).toEqual({
      ...{ organization_id: tenant.organizationId, legal_name: null, address_lines: [], postal_code: null, city: null },
      ...{ country: null, vat_number: null, email: null, updated_at: null, tax: null },
    });
    await operators.made("operatorSeller.update", { legal_name: "Cloud AG", country: "DE", vat_number: "DE136695976" });
    expect((await send("GET", "details")).body.tax).toMatchObject({ country: "DE", percent: "19" });

    await api.database.prisma.usageRecord.create({
      data: {
        ...{ workspace_id: BigInt(tenant.workspaceId), hour: new Date(`${month}-01`), charge_id: 1 },
        ...{ resource_type: "bucket", resource_id: "media", sku_code: "bucket.standard", seconds: 3600, quantity: 1 },
        ...{ unit_price: "1.5", amount: "1.5" },
      },
    });
    expect((await send("GET", "invoice-preview")).body).toMatchObject({
      ...{ net_total: "1.5", tax_total: "0.29", total: "1.79" },
      tax_lines: [{ name: "MwSt.", country: "DE", percent: "19", net: "1.5", tax: "0.29", reverse_charge: false }],
    });

    const details = { legal_name: "Engines GmbH", address_lines: ["Ring 1"], city: "Wien", country: "AT" };
    const wrong = await send("PUT", "details", { ...details, vat_number: "DE136695976" });
    expectError(wrong, 400, "invalid_request");
    expect(wrong.body.errors[0].field).toBe("vat_number");
    const small = await send("PUT", "details", { ...details, country: "at" });
    expect(small.body.errors).toEqual([{ field: "country", message: expect.stringContaining("such as DE") }]);
    const { body } = await send("PUT", "details", {
      ...details,
      vat_number: " at u18.522-105",
      email: "Bills@Example.com",
    });
    expect(body).toMatchObject({
      ...{ ...details, vat_number: "ATU18522105", email: "bills@example.com" },
      tax: { country: "AT", percent: "0", reverse_charge: true },
    });
    expect((await send("GET", "invoice-preview")).body).toMatchObject({ tax_total: "0", total: "1.5" });

    const { organizationId: organization_id } = tenant;
    await operators.made("operatorOrganization.setBillingDetails", {
      ...{ organization_id, legal_name: "Engines", country: "AT", reason: "The number ended." },
    });
    expect((await operators.made("operatorOrganization.get", { organization_id })).billing_details).toMatchObject({
      ...{ legal_name: "Engines", vat_number: null, tax: { percent: "20" } },
    });
    const trail = await api.database.prisma.auditEvent.findMany({
      where: { organization_id, action: { startsWith: "billing" } },
      orderBy: { at: "asc" },
    });
    expect(trail.map(({ action, actor_type, detail }) => [action, actor_type, detail])).toEqual([
      ["billingDetails.update", "token", null],
      ["billing_details.set", "operator", "The number ended."],
    ]);
    const confined = await api.createToken(tenant, { workspaceIds: [tenant.workspaceId] });
    for (const method of ["GET", "PUT"] as const)
      expectError(
        await send(method, "details", method === "PUT" ? details : undefined, confined),
        403,
        "workspace_policy",
      );
  },
  MONTH_MS,
);
