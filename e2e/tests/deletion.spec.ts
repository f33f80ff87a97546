import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { made, runningGpuVm, runningVm, SITE } from "../src/vm.ts";

signedIn();

test("an owner protects resources of each kind, which can then not be deleted, and takes the protection back", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(180_000);
  const name = uniqueName("safe");
  const bucket = name.toLowerCase();
  const { volume_id } = await made(api, "/block-storage/volumes", { name, size_gb: 1, site_id: SITE });
  await made(api, "/object-storage/buckets", { name: bucket, region: "eu-central-1" });
  const { vpc_id } = await made(api, "/networking/vpcs", { name, site_id: SITE, cidr: "10.251.0.0/16" });
  const { public_ip_id } = await made(api, "/networking/reserved-ips", { site_id: SITE, label: name });
  const { load_balancer_id } = await made(api, "/load-balancers", { name, site_id: SITE });
  const store = await made(api, "/secret-store/stores", { name });
  const vmId = await runningVm(api, name);
  const gpuId = await runningGpuVm(api, `${name}-gpu`);

  for (const [path, remove] of [
    [`volumes/${volume_id}/settings`, "Delete volume"],
    [`buckets/${bucket}`, "Delete"],
    [`vpcs/${vpc_id}/settings`, "Delete"],
    [`reserved-ips/${public_ip_id}`, "Release"],
    [`load-balancers/${load_balancer_id}/settings`, "Delete"],
    [`secret-stores/${store.id}/settings`, "Delete"],
    [`cloud-vms/${vmId}/settings`, "Delete this VM"],
    [`gpu-vms/${gpuId}/settings`, "Delete this VM"],
  ] as const) {
    await openWorkspacePage(page, credentials, path);
    const protection = page.getByRole("switch", { name: /^Deletion protection/ });
    const button = page.getByRole("main").getByRole("button", { name: remove, exact: true });
    await protection.click();
    await expect(protection).toBeChecked();
    await expect(button).toHaveAttribute("aria-disabled", "true");
    if (path.startsWith("volumes")) {
      await expectAccessible(page);
      await openWorkspacePage(page, credentials, `volumes?search=${name}`);
      await expect(page.getByRole("img", { name: "Protected from deletion" })).toBeVisible();
      await openWorkspacePage(page, credentials, path);
    }
    await protection.click();
    await expect(protection).not.toBeChecked();
    await expect(button).not.toHaveAttribute("aria-disabled", "true");
  }
});

test("an owner sets a deletion window; what is deleted then is restored or deleted for good", async ({
  page,
  credentials,
  api,
}) => {
  test.setTimeout(240_000);
  const dialog = page.getByRole("alertdialog");
  const name = uniqueName("again");
  const vmId = await runningVm(api, name);
  const gpuId = await runningGpuVm(api, `${name}-gpu`);
  const { volume_id } = await made(api, "/block-storage/volumes", { name, size_gb: 1, site_id: SITE });
  await openWorkspacePage(page, credentials, "settings/workspaces");
  const row = page.getByRole("row").filter({ has: page.getByLabel("You are here") });
  await expect(row.getByRole("cell", { name: "off", exact: true })).toBeVisible();
  await row.getByRole("button", { name: /^Deletion window of / }).click();
  await dialog.getByLabel("Hours").fill("72");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row.getByRole("cell", { name: "3 days", exact: true })).toBeVisible();
  await expectAccessible(page);
  await openWorkspacePage(page, credentials, `volumes/${volume_id}/settings`);
  await page.getByRole("button", { name: "Delete volume" }).click();
  await expect(dialog).toContainText("It can be restored for 3 days");
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole("button", { name: "Delete volume" }).click();
  await expect(page.getByRole("heading", { name: "Volumes", level: 1 })).toBeVisible();
  await openWorkspacePage(page, credentials, `volumes?deleted=true&search=${name}`);
  await expectAccessible(page);
  await chooseInRow(page, name, "Restore");
  await expect(page.getByText(`Restored ${name}`)).toBeVisible();
  await api.send("DELETE", `/block-storage/volumes/${volume_id}`);
  await page.reload();
  await chooseInRow(page, name, "Delete for good");
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expectGone(page.getByRole("row", { name }));

  const bucket = name.toLowerCase();
  await made(api, "/object-storage/buckets", { name: bucket, region: "eu-central-1" });
  const asked = { object_key: "a.txt" };
  const { url } = await made(api, `/object-storage/buckets/${bucket}/upload-urls`, asked);
  expect((await fetch(`${url}`, { method: "PUT", body: "kept" })).status).toBe(200);
  await openWorkspacePage(page, credentials, `buckets/${bucket}`);
  await page.getByRole("main").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog).toContainText("It can be restored for 3 days");
  await dialog.getByLabel("Delete it with its objects").check();
  await expectAccessible(page);
  await dialog.getByLabel(`Type ${bucket} to confirm`).fill(bucket);
  await dialog.getByRole("button", { name: "Delete bucket" }).click();
  await expect(page.getByRole("heading", { name: "Buckets", level: 1 })).toBeVisible();
  await openWorkspacePage(page, credentials, `buckets?deleted=true&search=${bucket}`);
  await expectAccessible(page);
  await chooseInRow(page, bucket, "Restore");
  await expect(page.getByText(`Restored ${bucket}`)).toBeVisible();
  await openWorkspacePage(page, credentials, `buckets/${bucket}/objects`);
  await expect(page.getByRole("row", { name: /a\.txt/ })).toBeVisible();
  await api.send("DELETE", `/object-storage/buckets/${bucket}?force=true`);
  await openWorkspacePage(page, credentials, `buckets?deleted=true&search=${bucket}`);
  await chooseInRow(page, bucket, "Delete for good");
  await dialog.getByLabel(`Type ${bucket} to confirm`).fill(bucket);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expectGone(page.getByRole("row", { name: bucket }));

  for (const [kind, id, vmName] of [
    ["cloud-vms", vmId, name],
    ["gpu-vms", gpuId, `${name}-gpu`],
  ] as const) {
    const statusOf = async () => (await (await api.send("GET", `/compute/${kind}/${id}`)).json()).status;
    await openWorkspacePage(page, credentials, `${kind}/${id}/settings`);
    await page.getByRole("button", { name: "Delete this VM" }).click();
    await expect(dialog).toContainText("can be restored for 3 days");
    await dialog.getByLabel(`Type ${vmName} to confirm`).fill(vmName);
    await dialog.getByRole("button", { name: "Delete VM" }).click();
    await expect.poll(statusOf).toBe("deleted");
    await openWorkspacePage(page, credentials, `${kind}?deleted=true&search=${vmName}`);
    await chooseInRow(page, vmName, "Restore");
    await expect.poll(statusOf).toBe("running");
    await api.send("DELETE", `/compute/${kind}/${id}`);
    await expect.poll(statusOf).toBe("deleted");
    await page.reload();
    await chooseInRow(page, vmName, "Delete for good");
    await dialog.getByLabel(`Type ${vmName} to confirm`).fill(vmName);
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await expectGone(page.getByRole("row", { name: vmName }));
  }
});
