import { expectAccessible } from "../src/accessible.ts";
import { countRequests } from "../src/cdn-metrics.ts";
import { type Api, expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";

async function newBucket(api: Api): Promise<string> {
  const name = uniqueName("origin");
  expect((await api.send("POST", "/object-storage/buckets", { data: { name, region: "eu-central-1" } })).status()).toBe(
    201,
  );
  return name;
}

/**
 * Creates a distribution of a new bucket.
 * @returns its id
 */
async function newDistribution(api: Api, name: string): Promise<string> {
  const response = await api.send("POST", "/cdn/distributions", { data: { name, origin_id: await newBucket(api) } });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

test.describe("an owner", () => {
  signedIn();

  test("creates, changes, disables, enables and deletes a distribution", async ({ page, credentials, api }) => {
    const bucket = await newBucket(api);
    const name = uniqueName("site");
    const status = (text: string) => page.getByRole("main").getByText(text, { exact: true }).first();
    await openWorkspacePage(page, credentials, "cdn/new");
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("radio", { name: /^Custom origin/ }).check();
    await page.getByLabel("Origin URL").fill("https://10.0.0.1/");
    await page.getByRole("button", { name: "Create distribution" }).click();
    await expect(page.getByText("Origin URL must have a public host")).toBeVisible();
    await page.getByRole("radio", { name: /^Bucket/ }).check();
    await page.getByLabel("Bucket", { exact: true }).last().selectOption(bucket);
    await expect(page.getByRole("region", { name: "Summary" })).toContainText("$7.30");
    await page.getByRole("button", { name: "Create distribution" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(status("active")).toBeVisible();
    await expect(page.getByText("The edge has applied the latest settings.")).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await page.getByRole("textbox", { name: "Name" }).fill(`${name}-renamed`);
    await page.getByRole("radio", { name: /^Short/ }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: `${name}-renamed`, level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Disable distribution" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable distribution" }).click();
    await expect(status("disabled")).toBeVisible();
    await page.getByRole("link", { name: "Purge", exact: true }).click();
    await expect(page.getByRole("button", { name: "Purge" })).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await page.getByRole("button", { name: "Enable distribution" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Enable distribution" }).click();
    await expect(status("active")).toBeVisible();
    await page.getByRole("button", { name: "Delete distribution" }).click();
    await page.getByLabel(`Type ${name}-renamed to confirm`).fill(`${name}-renamed`);
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete distribution" }).click();
    await expect(page.getByRole("heading", { name: "CDN", level: 1 })).toBeVisible();
    await openWorkspacePage(page, credentials, `cdn?search=${name}`);
    await expect(page.getByRole("heading", { name: "No distribution matches" })).toBeVisible();
  });

  test("adds a domain, sees its DNS records, verifies and removes it", async ({ page, credentials, api }) => {
    const id = await newDistribution(api, uniqueName("domains"));
    const domain = `${uniqueName("www")}.example.com`;
    await openWorkspacePage(page, credentials, `cdn/${id}/domains`);
    await page.getByRole("button", { name: "Add domain" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Domain").fill("not a host");
    await dialog.getByRole("button", { name: "Add domain" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Domain must be a host name");
    await dialog.getByLabel("Domain").fill(domain);
    await dialog.getByRole("button", { name: "Add domain" }).click();
    const item = page.getByRole("list", { name: "Custom domains" }).getByRole("listitem").filter({ hasText: domain });
    await expect(item).toContainText("waiting for DNS");
    await expect(item.getByRole("button", { name: `Copy TXT name _fulmar-challenge.${domain}` })).toBeVisible();
    await expect(item.getByRole("button", { name: /^Copy TXT value [0-9a-f]{32}$/ })).toBeVisible();
    await expect(item.getByRole("button", { name: /^Copy CNAME value .*\.cdn\.fulmar\.example$/ })).toBeVisible();
    await item.getByRole("button", { name: `Verify now ${domain}` }).click();
    await expect(page.getByText(`Checking the DNS of ${domain}`)).toBeVisible();
    await expectAccessible(page);
    await item.getByRole("button", { name: `Remove ${domain}` }).click();
    await page.getByLabel(`Type ${domain} to confirm`).fill(domain);
    await page.getByRole("button", { name: "Remove domain" }).click();
    await expect(page.getByRole("heading", { name: "No custom domains yet" })).toBeVisible();
  });

  test("configures documents, redirects and headers of a website, with errors at their fields", async ({
    page,
    credentials,
    api,
  }) => {
    const id = await newDistribution(api, uniqueName("website"));
    await openWorkspacePage(page, credentials, `cdn/${id}/website`);
    await page.getByLabel("Error document").fill("404.html");
    await page.getByRole("button", { name: "Add redirect" }).click();
    const redirect = page.getByRole("list", { name: "Redirects" }).getByRole("listitem");
    await redirect.getByRole("textbox", { name: "From" }).fill("old");
    await redirect.getByRole("textbox", { name: "To" }).fill("/old/*");
    await page.getByRole("button", { name: "Add header" }).click();
    const header = page.getByRole("list", { name: "Headers" }).getByRole("listitem");
    await header.getByRole("textbox", { name: "Header" }).fill("Set-Cookie");
    await header.getByRole("textbox", { name: "Value" }).fill("a=b");
    const save = page.getByRole("button", { name: "Save website settings" });
    await save.click();
    await expect(redirect.getByRole("alert").first()).toContainText("From must be a path");
    await expect(header.getByRole("alert")).toContainText("must not be a header that the CDN sets itself");
    await redirect.getByRole("textbox", { name: "From" }).fill("/old/*");
    await header.getByRole("textbox", { name: "Header" }).fill("X-Frame-Options");
    await header.getByRole("textbox", { name: "Value" }).fill("DENY");
    await save.click();
    await expect(page.getByRole("region", { name: "Redirects" }).getByRole("alert")).toContainText(
      "must not redirect in a loop",
    );
    await expectAccessible(page);
    await redirect.getByRole("textbox", { name: "To" }).fill("/new/*");
    await redirect.getByLabel("Status").selectOption("308");
    await save.click();
    await expect(page.getByText("Saved the website settings")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Error document")).toHaveValue("404.html");
    await expect(redirect.getByRole("textbox", { name: "To" })).toHaveValue("/new/*");
    await expect(redirect.getByLabel("Status")).toHaveValue("308");
    await expect(header.getByRole("textbox", { name: "Value" })).toHaveValue("DENY");
    await page.getByLabel("Single-page application").check();
    await page.getByRole("button", { name: "Remove redirect 1" }).click();
    await save.click();
    await expect(page.getByText("Error document must be null when spa is true")).toBeVisible();
    await page.getByLabel("Error document").fill("");
    await save.click();
    await expect(page.getByText("Saved the website settings").last()).toBeVisible();
  });

  test("sees the requests, the traffic and the cache hits of a distribution", async ({
    page,
    credentials,
    api,
    database,
  }) => {
    const id = await newDistribution(api, uniqueName("metrics"));
    await openWorkspacePage(page, credentials, `cdn/${id}`);
    await page.getByRole("link", { name: "Metrics", exact: true }).click();
    const requests = page.getByRole("region", { name: "Requests" });
    await expect(requests).toContainText("No request came in this period.");
    await countRequests(database, id);
    await page.reload();
    await expect(requests).toContainText("All 2/s, From the cache 1.5/s");
    await expect(page.getByRole("region", { name: "Traffic" })).toContainText("1 KB/s");
    await expect(page.getByRole("region", { name: "Answers" })).toContainText("2xx 1.5/s, 3xx 0/s, 4xx 0.5/s, 5xx 0/s");
    await expect(page.getByRole("region", { name: "Cache hits" })).toContainText("75%");
    await expectAccessible(page);
    await page.getByText("24 hours").click();
    await expect(page).toHaveURL(/range=24h/);
    await expect(page.getByRole("region", { name: "Cache hits" })).toContainText("75%");
  });

  test("purges paths and everything, generates a signed URL and rotates the signing key", async ({
    page,
    credentials,
    api,
  }) => {
    const id = await newDistribution(api, uniqueName("purge"));
    await openWorkspacePage(page, credentials, `cdn/${id}/purge`);
    await expect(page.getByRole("heading", { name: "No purges yet" })).toBeVisible();
    await page.getByLabel("Paths", { exact: true }).last().fill("no-slash");
    await page.getByRole("button", { name: "Purge" }).click();
    await expect(page.getByText("Paths must be a path such as")).toBeVisible();
    await page.getByLabel("Paths", { exact: true }).last().fill("/one.png\n/two/*");
    await page.getByRole("button", { name: "Purge" }).click();
    const purges = page.getByRole("region", { name: "Purges" });
    await expect(purges.getByRole("row", { name: /one\.png/ })).toContainText("succeeded");
    await page.getByRole("radio", { name: /^Everything/ }).check();
    await page.getByRole("button", { name: "Purge" }).click();
    await expect(purges.getByRole("row", { name: /^Everything/ })).toContainText("succeeded");
    await expectAccessible(page);

    await page.getByRole("link", { name: "Signed URLs", exact: true }).click();
    await page.getByLabel("Object key").fill("reports/november.pdf");
    await page.getByLabel("Expires after").selectOption("900");
    await page.getByLabel("In the browser").selectOption("attachment");
    await page.getByRole("button", { name: "Generate URL" }).click();
    await expect(page.getByRole("status").filter({ hasText: "It expires at" })).toContainText(
      /https:\/\/\S+november\.pdf\?expires=\d+\S+signature=/,
    );
    await expectAccessible(page);

    await page.getByRole("link", { name: "Signing keys", exact: true }).click();
    const keys = page.getByRole("region", { name: "Signing keys" });
    await expect(keys.getByRole("row", { name: /current/ })).toHaveCount(1);
    await page.getByRole("button", { name: "Rotate" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Revoke the earlier keys").check();
    await expect(dialog.getByRole("button", { name: "Rotate and revoke" })).toHaveAttribute("aria-disabled", "true");
    await dialog.getByLabel("Revoke the earlier keys").uncheck();
    await dialog.getByRole("button", { name: "Rotate" }).click();
    await expect(keys.getByRole("row", { name: /retired/ }).first()).toBeVisible();
    await expectAccessible(page);
  });

  test("sees the error of a failed deployment, a missing distribution, and the empty state", async ({
    page,
    credentials,
    api,
    emptyWorkspace,
  }) => {
    const id = await newDistribution(api, `fail-at-deploy--${uniqueName("e2e")}`);
    await openWorkspacePage(page, credentials, `cdn/${id}`);
    await expect(page.getByRole("region", { name: "Deployment" }).getByRole("alert")).toBeVisible();
    await openWorkspacePage(page, credentials, "cdn/cdn_none/website");
    await expect(page.getByRole("alert").filter({ hasText: "There is no such CDN distribution" })).toBeVisible();
    await page.goto(`/workspaces/${emptyWorkspace}/cdn`);
    await expect(page.getByRole("heading", { name: "No distributions yet" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Create a distribution" }).click();
    await expect(page.getByText("There is no bucket yet")).toBeVisible();
  });
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees why a signing key cannot be rotated", async ({ page, credentials }) => {
    await openWorkspacePage(page, credentials, "cdn/signing-keys");
    await page.getByRole("button", { name: "Rotate" }).focus();
    await expect(page.getByRole("tooltip")).toContainText("(viewer) does not allow this");
  });
});
