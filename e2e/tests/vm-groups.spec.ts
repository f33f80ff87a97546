import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";

signedIn();

test("a user makes a group of VMs, changes its count and template, detaches a VM and deletes it", async ({
  page,
  credentials,
}) => {
  test.setTimeout(240_000);
  const name = uniqueName("web");
  await openWorkspacePage(page, credentials, "vm-groups");
  await page.getByRole("link", { name: "New VM group" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("How many").fill("2");
  await page.getByLabel("Plan", { exact: true }).selectOption("plan-nano");
  await page.getByLabel("Image", { exact: true }).selectOption("debian-13");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create VM group" }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("2 of 2 VMs")).toBeVisible();
  await expect(page.getByText("steady")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("row", { name: `${name}-1` })).toContainText("running");
  await expectAccessible(page);

  const dialog = page.getByRole("alertdialog");
  await chooseInRow(page, name, "Pause");
  await expect(page.getByText("paused", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("How many").fill("1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2 of 1 VMs")).toBeVisible();
  await chooseInRow(page, name, "Scaling");
  await dialog.getByLabel("At least").fill("4");
  await dialog.getByLabel("At most").fill("3");
  await dialog.getByLabel("Schedule").fill("monday friday 24:00 1");
  await dialog.getByRole("button", { name: "Save rules" }).click();
  await expect(dialog.getByText("must be at most max_count")).toBeVisible();
  await expect(dialog.getByText(/must be a time of day/)).toBeVisible();
  await dialog.getByLabel("At least").fill("1");
  await dialog.getByLabel("Schedule").fill("monday friday 07:30 2");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("2 VMs from 07:30, Mon, Fri")).toBeVisible();
  await expect(page.getByText("CPU near 60 %, 5 min between changes")).toBeVisible();
  await chooseInRow(page, name, "Scaling");
  await dialog.getByLabel("Change the count by rules").uncheck();
  await dialog.getByRole("button", { name: "Save rules" }).click();
  await expectGone(page.getByText("2 VMs from 07:30, Mon, Fri"));
  await page.getByRole("button", { name: "New template" }).click();
  await dialog.getByLabel("Image", { exact: true }).selectOption("ubuntu-24.04");
  await dialog.getByRole("button", { name: "Replace VMs by it" }).click();
  await expect(page.getByText("2 of 1 VMs, 2 to be replaced")).toBeVisible();
  await chooseInRow(page, name, "Replace all");
  await dialog.getByRole("button", { name: "Replace all VMs" }).click();
  await expect(page.getByText(`Replacing the VMs of ${name}`)).toBeVisible();
  await page.getByRole("button", { name: `Detach ${name}-2` }).click();
  await dialog.getByRole("button", { name: "Detach VM" }).click();
  await expect(page.getByText("1 of 0 VMs, 1 to be replaced")).toBeVisible();
  await chooseInRow(page, name, "Resume");
  await expect(page.getByText("0 of 0 VMs")).toBeVisible({ timeout: 60_000 });

  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByLabel("Keep its VMs").check();
  await dialog.getByRole("button", { name: "Delete VM group" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "VM groups" })).toBeVisible();
  await expectGone(page.getByRole("row", { name }));
});

test("a user stops a group by hand and by a schedule, reads when it stops next, and starts it again", async ({
  page,
  api,
  credentials,
}) => {
  test.setTimeout(180_000);
  const name = uniqueName("night");
  const response = await api.send("POST", "/compute/vm-groups", {
    data: { name, desired_count: 1, plan_id: "plan-nano", template_id: "debian-13" },
  });
  const { vm_group_id } = await response.json();
  await openWorkspacePage(page, credentials, `vm-groups/${vm_group_id}`);
  await expect(page.getByText("steady")).toBeVisible({ timeout: 60_000 });
  const dialog = page.getByRole("alertdialog");
  const member = page.getByRole("row", { name: `${name}-1` });
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(dialog.getByText(`${name}-1`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Stop VMs" }).click();
  await expect(member).toContainText("stopped", { timeout: 60_000 });
  await expect(page.getByText(/has stopped it\. Until it starts, it makes, heals, scales/)).toBeVisible();

  await chooseInRow(page, name, "Power schedule");
  await dialog.getByLabel("Times").fill("24:00 off");
  await dialog.getByRole("button", { name: "Save times" }).click();
  await expect(dialog.getByText(/must be a time of day/)).toBeVisible();
  await dialog.getByLabel("Times").fill("20:00 stopped\nmonday friday 07:00 running");
  await dialog.getByLabel("Time zone").fill("Europe/Amsterdam");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save times" }).click();
  await expect(page.getByText("stopped from 20:00, every day · running from 07:00, Mon, Fri")).toBeVisible();
  await expect(page.getByText(/It stops next on .* It starts next on/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await dialog.getByRole("button", { name: "Start VMs" }).click();
  await expect(member).toContainText("running", { timeout: 60_000 });
  await chooseInRow(page, name, "Power schedule");
  await dialog.getByLabel("Times").fill("20:00 stopped");
  await dialog.getByRole("button", { name: "Save times" }).click();
  await expect(page.getByText("It is started by hand.")).toBeVisible();
  await chooseInRow(page, name, "Power schedule");
  await dialog.getByLabel("Stop and start by a schedule").uncheck();
  await dialog.getByRole("button", { name: "Save times" }).click();
  await expectGone(page.getByText(/It stops next on/));
});

test("a group is made in a subnet, with firewall groups and a pool, and its template form keeps them", async ({
  api,
  page,
  credentials,
}) => {
  test.slow();
  const name = uniqueName("net");
  const made = async (path: string, data: object) => {
    const response = await api.send("POST", path, { data });
    expect(response.status(), await response.text()).toBeLessThan(300);
    return response.json();
  };
  const { vpc_id } = await made("/networking/vpcs", { name, site_id: "site-ams-1", cidr: "10.60.0.0/16" });
  await made(`/networking/vpcs/${vpc_id}/subnets`, { name: "first", cidr: "10.60.0.0/24" });
  const second = await made(`/networking/vpcs/${vpc_id}/subnets`, { name: "second", cidr: "10.60.1.0/24" });
  const { firewall_group_id } = await made("/networking/firewall-groups", { name });
  const balancer = await made("/load-balancers", {
    ...{ name, site_id: "site-ams-1" },
    configuration: { pools: [{ name: "web", protocol: "http", target_tag: name, target_port: 8080 }] },
  });
  const balancerId = balancer.load_balancer_id;
  const [pool] = await (await api.send("GET", `/load-balancers/${balancerId}/pools`)).json();

  await openWorkspacePage(page, credentials, "vm-groups/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("How many").fill("1");
  await page.getByLabel("Site", { exact: true }).selectOption("site-ams-1");
  await page.getByLabel("Plan", { exact: true }).selectOption("plan-nano");
  await page.getByLabel("Image", { exact: true }).selectOption("debian-13");
  await page.getByLabel("VPC").selectOption(vpc_id);
  await page.getByLabel("Subnet").selectOption(second.subnet_id);
  await page.getByRole("group", { name: "Firewall groups" }).getByLabel(name).check();
  await page.getByLabel("Load balancer").selectOption(balancerId);
  await page.getByLabel("Pool", { exact: true }).selectOption(pool.pool_id);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create VM group" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const vm_group_id = page.url().split("/").at(-1) ?? "";
  const group = async () => (await api.send("GET", `/compute/vm-groups/${vm_group_id}`)).json();
  const network = { vpc_id, subnet_id: second.subnet_id, firewall_group_ids: [firewall_group_id] };
  expect(await group()).toMatchObject({
    ...network,
    ...{ load_balancer_id: balancerId, pool_id: pool.pool_id, disk_gb: 20 },
  });

  const dialog = page.getByRole("alertdialog");
  await chooseInRow(page, name, "Pause");
  await page.getByRole("button", { name: "New template" }).click();
  await expect(dialog.getByLabel("Subnet")).toHaveValue(second.subnet_id);
  await dialog.getByLabel("Root disk in GB").fill("30");
  await dialog.getByRole("button", { name: "Replace VMs by it" }).click();
  await expectGone(dialog);
  expect(await group()).toMatchObject({ ...network, disk_gb: 30, generation: 2 });
});
