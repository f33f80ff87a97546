import { expectAccessible } from "../src/accessible.ts";
import { type Api, expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { chooseInRow } from "../src/row-menu.ts";

async function newBucket(api: Api, name: string): Promise<void> {
  const response = await api.send("POST", "/object-storage/buckets", { data: { name, region: "eu-central-1" } });
  expect(response.status(), await response.text()).toBe(201);
}

test.describe("an owner", () => {
  signedIn();

  test("creates a bucket, makes it public, creates an access key for it, and deletes both", async ({
    page,
    credentials,
  }) => {
    const bucket = uniqueName("files");
    const key = uniqueName("backup");
    await openWorkspacePage(page, credentials, "buckets/new");
    // The rules for names appear while typing.
    await page.getByLabel("Name", { exact: true }).fill("My_Files");
    await expect(page.getByText("Name must have lower-case letters, digits, '.' and '-' only.")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill(bucket);
    await expect(page.getByText("Name must have lower-case letters")).toHaveCount(0);
    await page.getByLabel("Object lock").check();
    await page.getByLabel("Default retention").selectOption("GOVERNANCE");
    await page.getByLabel("For", { exact: true }).fill("0");
    await page.getByRole("button", { name: "Create bucket" }).click();
    await expect(page.getByText("Default retention must be at least 1.")).toBeVisible();
    await page.getByLabel("For", { exact: true }).fill("7");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create bucket" }).click();
    await expect(page.getByRole("heading", { name: bucket, level: 1 })).toBeVisible();
    await expect(page.getByText("<access key id>").first()).toBeVisible();

    await page.getByRole("button", { name: "Make public" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make public" }).click();
    await expect(page.getByText("public", { exact: true })).toBeVisible();

    await page.getByLabel("Quota in GB").fill("0.5");
    await page.getByRole("button", { name: "Save quota" }).click();
    await expect(page.getByText(`The quota of ${bucket} is 500 MB now`)).toBeVisible();
    await page.getByLabel("Quota in GB").fill("-1");
    await page.getByRole("button", { name: "Save quota" }).click();
    await expect(page.getByText("Quota in GB must be more than 0")).toBeVisible();
    await page.getByLabel("Quota in GB").fill("");
    await page.getByRole("button", { name: "Save quota" }).click();
    await expect(page.getByText(`${bucket} has no quota now`)).toBeVisible();

    await page.getByRole("link", { name: "New access key" }).click();
    await page.getByLabel("Name", { exact: true }).fill(key);
    await expect(page.getByRole("checkbox", { name: bucket })).toBeChecked();
    await page.getByRole("radio", { name: /^Read(?! and)/ }).check();
    await page.getByRole("button", { name: "Create access key" }).click();
    await expect(page.getByRole("heading", { name: "Access key created" })).toBeVisible();
    await expect(page.getByText(`# rclone ls fulmar:${bucket}`)).toBeVisible();
    const done = page.getByRole("button", { name: "Done" });
    await expect(done).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: "I have saved the secret" }).check();
    await done.click();

    await page.getByLabel("Search by name").fill(key.toUpperCase());
    const row = page.getByRole("row", { name: key });
    await expect(row).toContainText(bucket);
    await expect(page.getByRole("region", { name: "Access keys" }).getByRole("row")).toHaveCount(2);
    await row.getByRole("link", { name: key }).click();
    await expect(page.getByRole("region", { name: "Access key", exact: true })).toContainText("Read");
    await expect(page.getByText("access_key_id = ")).toBeVisible();

    await openWorkspacePage(page, credentials, `buckets/${bucket}`);
    await expect(page.getByRole("combobox", { name: "Access key" })).toContainText(key);
    await expect(page.getByText("aws --profile fulmar s3 ls")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByLabel(`Type ${bucket} to confirm`).fill(bucket);
    await page.getByRole("button", { name: "Delete bucket" }).click();
    await expect(page.getByRole("heading", { name: "Buckets", level: 1 })).toBeVisible();
    await openWorkspacePage(page, credentials, `access-keys?search=${key}`);
    await expect(page.getByRole("row", { name: key })).toContainText("none left");
    await chooseInRow(page, key, "Delete");
    await page.getByLabel(`Type ${key} to confirm`).fill(key);
    await page.getByRole("button", { name: "Delete access key" }).click();
    await expect(page.getByRole("heading", { name: "No access key matches" })).toBeVisible();
  });

  test("searches for a bucket by part of its name, and sees which distribution blocks its deletion", async ({
    page,
    credentials,
    api,
  }) => {
    const bucket = uniqueName("served");
    await newBucket(api, bucket);
    expect((await api.send("POST", "/cdn/distributions", { data: { name: bucket, origin_id: bucket } })).status()).toBe(
      201,
    );
    await openWorkspacePage(page, credentials, "buckets");
    await page.getByLabel("Search by name").fill(bucket.slice(3));
    const row = page.getByRole("row", { name: bucket });
    await expect(row).toContainText("0 bytes");
    await row.getByRole("link", { name: bucket }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByLabel(`Type ${bucket} to confirm`).fill(bucket);
    await page.getByRole("button", { name: "Delete bucket" }).click();
    const refused = page.getByRole("alertdialog").getByRole("alert");
    await expect(refused).toContainText("CDN distributions serve from the bucket");
    await expect(refused.getByRole("link", { name: bucket })).toBeVisible();
  });

  test("sees that a bucket or key does not exist, and the empty states", async ({
    page,
    credentials,
    emptyWorkspace,
  }) => {
    await openWorkspacePage(page, credentials, "buckets/there-is-none");
    await expect(page.getByRole("alert").filter({ hasText: "There is no such bucket" })).toBeVisible();
    await openWorkspacePage(page, credentials, "access-keys/none");
    await expect(page.getByRole("alert").filter({ hasText: "There is no such access key" })).toBeVisible();
    await page.goto(`/workspaces/${emptyWorkspace}/buckets`);
    await expect(page.getByRole("heading", { name: "No buckets yet" })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/workspaces/${emptyWorkspace}/access-keys`);
    await expect(page.getByRole("heading", { name: "No access keys yet" })).toBeVisible();
    await page.getByRole("link", { name: "Create an access key" }).click();
    await expect(page.getByText("There is no bucket yet")).toBeVisible();
  });
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees buckets, and why they cannot be changed", async ({ page, credentials, api }) => {
    const bucket = uniqueName("seen");
    await newBucket(api, bucket);
    await openWorkspacePage(page, credentials, `buckets/${bucket}`);
    await page.getByRole("button", { name: "Make public" }).focus();
    await expect(page.getByRole("tooltip")).toContainText("(viewer) does not allow this");
  });
});
