import { expectAccessible } from "../src/accessible.ts";
import { expect, test, uniqueName } from "../src/fixtures.ts";

test("an operator finds anything by its address, id, e-mail and token, and whose it is", async ({
  newOperator,
  openPage,
  credentials,
  api,
}) => {
  const person = await newOperator("support");
  const reserved = await api.send("POST", "/networking/reserved-ips", { data: { site_id: "site-fra-1" } });
  const { address, public_ip_id } = await reserved.json();
  const name = uniqueName("lost");
  const vmId = await api.createVm(name);
  const page = await openPage(person.session);
  const main = page.getByRole("main");
  const field = main.getByRole("searchbox", { name: "Address, id or name" });
  const rows = main.getByRole("region", { name: "Found" }).getByRole("row");
  const find = async (q: string) => {
    await field.fill(q);
    await field.press("Enter");
  };

  await page.goto("/operator");
  await page.getByRole("banner").getByRole("searchbox", { name: "Find anything" }).fill(address);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/operator/find?q=${address}`);
  await expect(field).toHaveValue(address);
  await expect(rows).toHaveCount(2);
  for (const text of ["Reserved IP", public_ip_id, "Main", "Demo"]) await expect(rows.last()).toContainText(text);
  await expectAccessible(page);

  await find(vmId);
  await expect(rows.last()).toContainText(name);
  await expect(rows.last()).toContainText("Cloud VM");
  await find(credentials.token);
  await expect(rows.last()).toContainText("API token");
  await expect(rows.last().getByRole("link", { name: "Demo" })).toHaveAttribute(
    "href",
    `/operator/organizations/${credentials.organization_id}`,
  );
  expect(page.url()).not.toContain(credentials.token);
  await find(uniqueName("nobody"));
  await expect(main.getByRole("heading", { name: "Nothing has this address, id or name" })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(rows.last()).toContainText("API token");

  await find(person.email);
  await expect(rows.last()).toContainText("Person");
  await rows.last().getByRole("link", { name: person.email }).click();
  await expect(page.getByRole("heading", { name: person.name, level: 1 })).toBeVisible();
});
