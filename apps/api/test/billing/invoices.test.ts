import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { MONTH_MS, monthThatGoesOn } from "./month-that-goes-on.ts";

let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  api = await startApi();
  tenant = await api.createTenant();
  for (const month of ["2026-01", "2026-02", "2026-03"]) await issued(tenant, month);
});
afterAll(() => api.close());

const idOf = (month: string, { organizationId }: Tenant) =>
  `ivc_0${organizationId.slice(-18)}${month.replace("-", "0")}`;

/** Writes an invoice as the worker does. */
async function issued(of: Tenant, month: string) {
  const key = { organization_id: of.organizationId, invoice_id: idOf(month, of) };
  const { prisma } = api.database;
  await prisma.invoice.create({
    data: {
      ...{ ...key, number: `N-${month}`, month, organization_name: "Engines", currency: "USD", total: "1.50" },
      issued_at: new Date("2026-04-01T00:03:00Z"),
    },
  });
  for (const [position, workspace] of [of.workspaceId, of.otherWorkspaceId].entries())
    await prisma.invoiceLine.create({
      data: {
        ...{ ...key, position, workspace_id: BigInt(workspace), workspace_name: `Place ${position}` },
        ...{ sku_code: "vm.nano", name: "Nano", unit: "instance hour", quantity: "107.14285714" },
        ...{ unit_price: "0.007", amount: "0.75" },
      },
    });
}

const ask = (path: string, query: Record<string, string> = {}, token = tenant.token) =>
  api.request("GET", `/billing/${path}`, { query, token, workspaceId: tenant.workspaceId });

const lineOf = (position: number) => ({
  ...{ workspace_id: [tenant.workspaceId, tenant.otherWorkspaceId][position], workspace_name: `Place ${position}` },
  ...{ sku_code: "vm.nano", name: "Nano", unit: "instance hour", quantity: "107.14285714" },
  ...{ unit_price: "0.007", amount: "0.75" },
});

describe("GET /billing/invoices", () => {
  test("200: the organization's invoices, newest month first, in pages", async () => {
    const first = await ask("invoices", { limit: "2" });
    expect(first.status).toBe(200);
    expect(first.body.map(({ month }: { month: string }) => month)).toEqual(["2026-03", "2026-02"]);
    const cursor = new URL(/<(.*)>/.exec(String(first.headers.link))?.[1] ?? "").searchParams.get("cursor") ?? "";
    expect((await ask("invoices", { limit: "2", cursor })).body).toEqual([
      {
        ...{
          invoice_id: idOf("2026-01", tenant),
          number: "N-2026-01",
          month: "2026-01",
          ...{ net_total: "1.5", tax_total: "0", total: "1.5" },
          currency: "USD",
        },
        ...{ organization_id: tenant.organizationId, organization_name: "Engines" },
        issued_at: "2026-04-01T00:03:00.000Z",
        ...{ due_at: null, owed: "0", outstanding: "0", state: "paid" },
      },
    ]);
  });
});

test("GET /billing/invoices/{id} has the lines of all workspaces", async () => {
  const { status, body } = await ask(`invoices/${idOf("2026-02", tenant)}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ month: "2026-02", lines: [lineOf(0), lineOf(1)] });
});

describe("GET /billing/invoices/{id}/file", () => {
  const fileOf = async (format: string) => {
    const { status, body } = await ask(`invoices/${idOf("2026-02", tenant)}/file`, { format });
    expect(status).toBe(200);
    return { ...body, bytes: Buffer.from(body.content, "base64") };
  };

  test("200: a PDF", async () => {
    const { file_name, media_type, bytes } = await fileOf("pdf");
    expect([file_name, media_type]).toEqual(["invoice-2026-02-N-2026-02.pdf", "application/pdf"]);
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("200: CSV with exact amounts", async () => {
    const { file_name, media_type, bytes } = await fileOf("csv");
    expect([file_name, media_type]).toEqual(["invoice-2026-02-N-2026-02.csv", "text/csv; charset=utf-8"]);
    expect(bytes.toString().split("\r\n")[1]).toBe(
      `N-2026-02,2026-02,${tenant.workspaceId},Place 0,vm.nano,Nano,instance ` +
        "hour,107.14285714,0.007,0.75,USD,,0,0,0,,,,,,,,",
    );
  });
});

describe("GET /billing/invoice-preview", () => {
  test(
    "200: the running month of all workspaces so far, and 0 where nothing was used",
    async () => {
      const month = await monthThatGoesOn();
      const fresh = await api.createTenant();
      const preview = () =>
        api.request("GET", "/billing/invoice-preview", { token: fresh.token, workspaceId: fresh.workspaceId });
      expect((await preview()).body).toMatchObject({ month, total: "0", currency: "USD", lines: [] });
      const places = [fresh.workspaceId, fresh.otherWorkspaceId];
      for (const [index, workspace] of places.entries())
        await api.database.prisma.usageRecord.create({
          data: {
            ...{
              workspace_id: BigInt(workspace),
              hour: new Date(`${month}-01`),
              charge_id: index + 1,
              resource_type: "bucket",
            },
            ...{ resource_id: "media", sku_code: "bucket.standard", seconds: 1800, quantity: 1 },
            ...{ unit_price: "0.001", amount: "0.0005" },
          },
        });
      expect((await preview()).body).toMatchObject({
        total: "0.001",
        lines: [
          { workspace_id: places[0], name: "Bucket", unit: "bucket hour", quantity: "0.5", amount: "0.0005" },
          { workspace_id: places[1], amount: "0.0005" },
        ],
      });
    },
    MONTH_MS,
  );
});

test("403: a token of specific workspaces sees none, since an invoice has the others, too", async () => {
  const token = await api.createToken(tenant, { workspaceIds: [tenant.workspaceId] });
  for (const path of ["invoices", `invoices/${idOf("2026-02", tenant)}`, "invoice-preview"])
    expectError(await ask(path, {}, token), 403, "workspace_policy");
});

test("404: an invoice of another organization", async () => {
  const other = await api.createTenant();
  await issued(other, "2026-02");
  expectError(await ask(`invoices/${idOf("2026-02", other)}`), 404, "not_found");
});
