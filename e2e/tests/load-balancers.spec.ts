import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { countBalancerRequests } from "../src/load-balancer-metrics.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { made, runningVm, SITE } from "../src/vm.ts";

signedIn();

const dialog = (page: Page) => page.getByRole("alertdialog");
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Load balancer" }).getByRole("link", { name });

test("a user creates a load balancer with pools, targets, listeners and rules, tests a request and deletes it", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(180_000);
  const vm = uniqueName("web");
  const vmId = await runningVm(api, vm);
  const name = uniqueName("front");
  const store = await made(api, "/secret-store/stores", { name: uniqueName("certificates") });
  await made(api, `/secret-store/stores/${store.id}/secrets`, { key: "not-a-certificate", value: "just text" });

  await openWorkspacePage(page, credentials, "load-balancers/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  const site = page.getByLabel("Site");
  await expect(site).not.toHaveValue("");
  await site.selectOption("");
  await page.getByRole("button", { name: "Create load balancer" }).click();
  await expect(page.getByText("Choose a site.")).toBeVisible();
  await site.selectOption(SITE);
  await page.getByRole("button", { name: "Create load balancer" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByText("active", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Add a pool" }).click();

  await page.getByRole("button", { name: "New pool" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("web");
  await dialog(page).getByLabel("Health check").selectOption("http");
  await dialog(page).getByLabel("Path").fill("no-slash");
  await dialog(page).getByRole("button", { name: "Create pool" }).click();
  await expect(dialog(page).getByText("Path must be a path such as /healthz.")).toBeVisible();
  await dialog(page).getByLabel("Path").fill("/healthz");
  await dialog(page).getByRole("button", { name: "Create pool" }).click();
  const pool = page.getByRole("listitem", { name: "web" });
  await expect(pool).toContainText("Health check: GET /healthz expecting 200-399, every 10 s, timeout 5 s");

  await page.getByRole("button", { name: "Add a target to web" }).click();
  await dialog(page).getByLabel("VM", { exact: true }).selectOption(vmId);
  await dialog(page).getByLabel("Port").fill("8080");
  await dialog(page).getByRole("button", { name: "Add target" }).click();
  const target = page.getByRole("row", { name: vm });
  await expect(target).toContainText("online", { timeout: 30_000 });
  await chooseInRow(page, `${vm}:8080`, "Disable");
  await expect(target).toContainText("draining", { timeout: 30_000 });
  await chooseInRow(page, `${vm}:8080`, "Enable");
  await chooseInRow(page, `${vm}:8080`, "Edit");
  await dialog(page).getByLabel("Weight").fill("5");
  await dialog(page).getByRole("button", { name: "Save target" }).click();
  await expect(target.getByRole("cell", { name: "5", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit web", exact: true }).click();
  await dialog(page).getByLabel("Algorithm").selectOption("least_connections");
  await dialog(page).getByLabel("PROXY protocol").selectOption("v2");
  await dialog(page).getByRole("button", { name: "Save pool" }).click();
  await expect(pool).toContainText("least connections");
  await expect(pool).toContainText("The PROXY protocol (version 2) tells targets the visitor's address.");
  await expectAccessible(page);

  await tab(page, "Listeners").click();
  await page.getByRole("button", { name: "New listener" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("in");
  await dialog(page).getByLabel("Protocol").selectOption("https");
  await dialog(page).getByLabel("Secret store", { exact: true }).selectOption(store.id);
  await dialog(page).getByLabel("Certificate", { exact: true }).selectOption({ label: "not-a-certificate" });
  await dialog(page).getByLabel("Default pool").selectOption({ label: "web" });
  await dialog(page).getByRole("button", { name: "Create listener" }).click();
  await expect(dialog(page).getByText(/^Certificate cannot be used/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Add certificate" }).click();
  await dialog(page).getByLabel("Secret store 2").selectOption(store.id);
  await dialog(page).getByLabel("Certificate 2", { exact: true }).selectOption({ label: "not-a-certificate" });
  await dialog(page).getByRole("button", { name: "Create listener" }).click();
  await expect(dialog(page).getByText("Additional certificates must not contain a certificate twice")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Remove certificate 2" }).click();
  await dialog(page).getByLabel("Certificate", { exact: true }).selectOption("");
  await dialog(page).getByLabel("Domains").fill("www.example.com\nshop.example.com");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Create listener" }).click();
  await expect(dialog(page).getByText(/^The installation has no certificate authority/)).toBeVisible();
  await dialog(page).getByLabel("Protocol").selectOption("http");
  await dialog(page).getByRole("button", { name: "Create listener" }).click();
  const listener = page.getByRole("listitem", { name: "in", exact: true });
  await expect(listener).toContainText("http 80");
  await page.getByRole("button", { name: "Edit in", exact: true }).click();
  await dialog(page).getByLabel("Port", { exact: true }).fill("8080");
  await dialog(page).getByRole("button", { name: "Save listener" }).click();
  await expect(listener).toContainText("http 8080");

  // All rules are saved together, in order.
  await page.getByRole("button", { name: "Edit the rules of in" }).click();
  await dialog(page).getByRole("button", { name: "Add a rule" }).click();
  await dialog(page).getByLabel("Path").fill("/api");
  await dialog(page).getByLabel("Pool").selectOption({ label: "web" });
  await dialog(page).getByRole("button", { name: "Add rule" }).click();
  await dialog(page).getByRole("button", { name: "Add a rule" }).click();
  await dialog(page).getByLabel("Host").fill("old.example.com");
  await dialog(page).getByLabel("Then").selectOption("https");
  await dialog(page).getByRole("button", { name: "Add rule" }).click();
  await dialog(page).getByRole("button", { name: "Move rule 2 up" }).click();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Save rules" }).click();
  const rules = page.getByRole("list", { name: "Rules of in" }).getByRole("listitem");
  await expect(rules).toHaveText([
    /host old\.example\.com.*redirect to HTTPS/,
    /path \/api and below.*to the pool web/,
    /Everything else.*to the pool web/,
  ]);
  // The dialog's first control is disabled, so the focus is on the first enabled one.
  await page.getByRole("button", { name: "Edit the rules of in" }).click();
  await expect(dialog(page).getByRole("button", { name: "Move rule 1 down" })).toBeFocused();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();

  await tab(page, "Test a request").click();
  const answer = page.getByRole("main").getByRole("status");
  await page.getByLabel("Host").fill("old.example.com");
  await page.getByLabel("Path").fill("/cart");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(answer).toContainText("It is redirected to https://old.example.com/cart (301).");
  await expect(answer).toContainText("By the rule of in for host old.example.com (priority 10).");
  await page.getByLabel("Port", { exact: true }).fill("81");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(answer).toContainText("No listener has this port.");
  await expectAccessible(page);

  await tab(page, "Overview").click();
  await expect(page.getByRole("region", { name: "Load balancer" })).toContainText("1 online", { timeout: 30_000 });
  await expect(page.getByRole("img", { name: "1 listeners lead to 1 pools" })).toBeVisible();
  await expectAccessible(page);

  await tab(page, "Pools & targets").click();
  await page.getByRole("button", { name: "Delete web", exact: true }).click();
  // The plan says so before the button is pressed.
  await expect(dialog(page).getByRole("alert")).toContainText("Listeners use the pool");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await tab(page, "Listeners").click();
  await page.getByRole("button", { name: "Delete in", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Delete listener" }).click();
  await expect(page.getByRole("heading", { name: "No listeners yet" })).toBeVisible();
  await tab(page, "Pools & targets").click();
  await chooseInRow(page, `${vm}:8080`, "Remove");
  await dialog(page).getByRole("button", { name: "Remove target" }).click();
  await expect(page.getByText("The pool has no targets")).toBeVisible();
  await page.getByRole("button", { name: "Delete web", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Delete pool" }).click();
  await expect(page.getByRole("heading", { name: "No pools yet" })).toBeVisible();

  await tab(page, "Settings").click();
  await page.getByLabel("Tags", { exact: true }).fill("blue");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Saved ${name}`)).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog(page).getByRole("button", { name: "Delete load balancer" }).click();
  await expect(page.getByRole("heading", { name: "Load balancers", level: 1 })).toBeVisible();
  await expectGone(page.getByRole("row", { name }));
});

test("a user edits the configuration as JSON, with errors by line and a diff before saving", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(120_000);
  const name = uniqueName("document");
  const { vpc_id } = await made(api, "/networking/vpcs", { name, site_id: SITE, cidr: "10.0.0.0/16" });
  const subnet = { name, cidr: "10.0.0.0/24" };
  const { subnet_id } = await made(api, `/networking/vpcs/${vpc_id}/subnets`, subnet);
  const configuration = {
    pools: [{ name: "web", protocol: "http", targets: [{ ip: "10.0.0.9", port: 80 }] }],
    listeners: [],
  };
  const { load_balancer_id } = await made(api, "/load-balancers", {
    ...{ name, site_id: SITE, vpc_id, subnet_id },
    configuration,
  });
  await openWorkspacePage(page, credentials, `load-balancers/${load_balancer_id}/configuration`);
  const text = page.getByRole("textbox", { name: "Configuration as JSON" });
  const save = page.getByRole("button", { name: "Save configuration" });
  await expect(text).toHaveValue(/"10\.0\.0\.9"/);
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await text.fill("{");
  await expect(page.getByRole("alert").filter({ hasText: "This is not JSON" })).toBeVisible();

  const wanted = (pool: string) =>
    JSON.stringify(
      { ...configuration, listeners: [{ name: "in", protocol: "http", port: 80, default_pool: pool }] },
      null,
      2,
    );
  await text.fill(wanted("wbe"));
  await save.click();
  const wrong = page.getByRole("list", { name: "Problems" });
  await expect(wrong.getByText("listeners.0.default_pool")).toBeVisible();
  await expect(wrong).toContainText("must be the name of a pool of this configuration.");
  await wrong.getByRole("button", { name: /^Line \d+$/ }).click();
  await expect(text).toBeFocused();
  await expectAccessible(page);

  await text.fill(wanted("web"));
  await expect(page.getByRole("region", { name: "Difference to the configuration in force" })).toContainText(
    '"default_pool": "web"',
  );
  await save.click();
  await expect(page.getByText("The configuration is saved")).toBeVisible();
  await expect(page.getByText("No changes.", { exact: true })).toBeVisible();
  await openWorkspacePage(page, credentials, `load-balancers?search=${name}`);
  await expect(page.getByRole("row", { name })).toContainText("1 listener, 1 pool");
  await expectAccessible(page);
});

test("a load balancer shows why its deployment failed, and a missing one is not found", async ({
  page,
  credentials,
  api,
}) => {
  const { load_balancer_id } = await made(api, "/load-balancers", {
    name: `fail-at-deploy-load-balancer--${uniqueName("lb")}`,
    site_id: SITE,
  });
  await openWorkspacePage(page, credentials, `load-balancers/${load_balancer_id}`);
  await expect(page.getByRole("alert").filter({ hasText: "could not be applied" })).toBeVisible();
  await openWorkspacePage(page, credentials, "load-balancers/lb_none");
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
});

test("a user gives a pool a tag, and VMs with it come and go as targets", async ({ page, credentials, api }) => {
  test.setTimeout(120_000);
  const [tag, vm] = [uniqueName("tag"), uniqueName("tagged")];
  const vmId = await runningVm(api, vm);
  const setTags = (tags: readonly string[]) => api.send("PATCH", `/compute/cloud-vms/${vmId}`, { data: { tags } });
  const { load_balancer_id } = await made(api, "/load-balancers", {
    ...{ name: uniqueName("by-tag"), site_id: SITE },
    configuration: { pools: [{ name: "web", protocol: "http" }] },
  });
  await openWorkspacePage(page, credentials, `load-balancers/${load_balancer_id}/pools`);
  await expect(page.getByText("The pool has no targets")).toBeVisible();
  await page.getByRole("button", { name: "Edit web", exact: true }).click();
  await dialog(page).getByLabel("Targets by tag", { exact: true }).fill(tag);
  await dialog(page).getByLabel("Port of targets by tag").fill("70000");
  await dialog(page).getByRole("button", { name: "Save pool" }).click();
  await expect(dialog(page).getByLabel("Port of targets by tag")).toHaveAttribute("aria-invalid", "true");
  await dialog(page).getByLabel("Port of targets by tag").fill("8080");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Save pool" }).click();
  const pool = page.getByRole("listitem", { name: "web" });
  await expect(pool).toContainText(`Targets by tag: running VMs with the tag ${tag}, port 8080.`);
  await expect(pool).toContainText(`No running VM at the load balancer's site has the tag ${tag}`);

  await setTags([tag]);
  const target = page.getByRole("row", { name: vm });
  await expect(target).toContainText(`by tag ${tag}`);
  await expect(target).toContainText("online", { timeout: 30_000 });
  await expect(target.getByRole("button", { name: /Actions/ })).toHaveCount(0);
  await expectAccessible(page);
  await tab(page, "Overview").click();
  await expect(page.getByRole("main")).toContainText(vm);
  await tab(page, "Pools & targets").click();
  await setTags([]);
  await expect(page.getByRole("row", { name: vm })).toHaveCount(0);
});

test("an empty workspace shows that it has no load balancers", async ({ page, emptyWorkspace }) => {
  await page.goto(`/workspaces/${emptyWorkspace}/load-balancers`);
  await expect(page.getByRole("heading", { name: "No load balancers yet" })).toBeVisible();
});

test("a user sees what clients asked of a load balancer, of a listener and of a target", async ({
  page,
  credentials,
  api,
  database,
}) => {
  const { load_balancer_id } = await made(api, "/load-balancers", {
    ...{ name: uniqueName("metrics"), site_id: SITE },
    configuration: {
      pools: [
        { name: "web", protocol: "http", targets: [{ vm_id: await runningVm(api, uniqueName("web")), port: 8080 }] },
      ],
      listeners: [{ name: "http", protocol: "http", port: 80, default_pool: "web" }],
    },
  });
  await openWorkspacePage(page, credentials, `load-balancers/${load_balancer_id}`);
  await tab(page, "Metrics").click();
  const chart = (name: string) => page.getByRole("region", { name });
  await expect(chart("Requests")).toContainText("No request came in this period.");
  await countBalancerRequests(database, load_balancer_id);
  await page.reload();
  await expect(chart("Requests")).toContainText("Requests 2/s, Errors 0.05/s");
  await expect(chart("Traffic")).toContainText("Received 100 bytes/s, Sent 1 KB/s");
  await expect(chart("Answers")).toContainText("2xx 1.9/s, 3xx 0/s, 4xx 0/s, 5xx 0.1/s");
  await expect(chart("Response time")).toContainText("20 ms");
  await expectAccessible(page);
  await page.getByLabel("Metrics of").selectOption({ label: "Listener http" });
  await expect(chart("Requests")).toContainText("Requests 2/s, Errors 0/s");
  await page.getByLabel("Metrics of").selectOption({ index: 2 });
  await expect(chart("Requests")).toContainText("Requests 1/s, Errors 0.05/s");
});
