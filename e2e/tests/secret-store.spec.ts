import { expectAccessible } from "../src/accessible.ts";
import { type Api, expect, openWorkspacePage, signedIn, test, tick, uniqueName } from "../src/fixtures.ts";
import { chooseInRow } from "../src/row-menu.ts";

async function newStore(api: Api, name: string): Promise<string> {
  const response = await api.send("POST", "/secret-store/stores", { data: { name } });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

async function newSecret(
  api: Api,
  storeId: string,
  secret: { key: string; value: string; tags?: string[] },
): Promise<string> {
  const response = await api.send("POST", `/secret-store/stores/${storeId}/secrets`, { data: secret });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

test.describe("an owner", () => {
  signedIn();

  test("creates, archives, unarchives, renames, deletes, restores and destroys a store", async ({
    page,
    credentials,
    api,
  }) => {
    const name = uniqueName("store");
    await openWorkspacePage(page, credentials, "secret-stores/new");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Description").fill("What the tests need");
    await page.getByRole("button", { name: "Create store" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No secrets yet" })).toBeVisible();
    const storeId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await newSecret(api, storeId, { key: "kept", value: "in here" });

    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(page.getByText("The store is archived")).toBeVisible();
    await page.getByRole("button", { name: "New secret" }).focus();
    await expect(page.getByRole("tooltip").filter({ hasText: "read-only" })).toBeVisible();
    await page.getByRole("button", { name: "Unarchive" }).click();
    await expect(page.getByText("The store is archived")).toHaveCount(0);
    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await page.getByLabel("Name", { exact: true }).fill(`${name}-renamed`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { name: `${name}-renamed`, level: 1 })).toBeVisible();

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel(/^Type/).fill(`${name}-renamed`);
    await dialog.getByRole("button", { name: "Delete store" }).click();
    await expect(dialog.getByRole("alert")).toContainText("The store holds secrets");
    await expect(dialog.getByRole("link", { name: "kept" })).toBeVisible();
    await dialog.getByLabel("With its secrets").check();
    await dialog.getByRole("button", { name: "Delete store" }).click();
    await expect(page.getByRole("heading", { name: "Secret stores", level: 1 })).toBeVisible();
    await page.getByLabel("Search by name").fill(name);
    await expect(page.getByRole("heading", { name: "No store matches" })).toBeVisible();
    await page.getByLabel("Status").selectOption("deleting");
    await page.getByRole("row", { name }).getByRole("link", { name }).click();
    await expect(page.getByText("It can be restored with its secrets")).toBeVisible();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByRole("row", { name: /^kept/ })).toBeVisible();

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog.getByLabel("With its secrets").check();
    await dialog.getByLabel("Destroy at once").check();
    await dialog.getByLabel(/^Type/).fill(`${name}-renamed`);
    await dialog.getByRole("button", { name: "Destroy store" }).click();
    await expect(page.getByRole("heading", { name: "Secret stores", level: 1 })).toBeVisible();
    expect((await api.send("GET", `/secret-store/stores/${storeId}`)).status()).toBe(404);
  });

  test("creates secrets by hand, at random and from a file, and finds them by key and tag without their values", async ({
    page,
    credentials,
    api,
  }) => {
    const storeId = await newStore(api, uniqueName("values"));
    const secrets = `secret-stores/${storeId}/secrets`;
    await openWorkspacePage(page, credentials, `${secrets}/new`);
    await page.getByLabel("Key").fill("two//slashes");
    await page.getByRole("button", { name: "Create secret" }).click();
    await expect(page.getByText("Key must consist of letters, digits")).toBeVisible();
    await expect(page.getByText("Value must not be empty.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Key").fill("payments/api-key");
    await page.getByRole("textbox", { name: "Value" }).fill("typed-by-hand");
    await page.getByLabel("Tags").fill("prod, payments");
    await page.getByLabel("Expires on").fill("2099-12-31");
    await page.getByRole("button", { name: "Create secret" }).click();
    await expect(page.getByRole("heading", { name: "payments/api-key", level: 1 })).toBeVisible();

    await openWorkspacePage(page, credentials, `${secrets}/new`);
    await page.getByLabel("Key").fill("database/password");
    await page.getByLabel("Characters").selectOption("48");
    await page.getByRole("button", { name: "Generate password" }).click();
    await expect(page.getByRole("textbox", { name: "Value" })).toHaveValue(/^.{48}$/);
    await page.getByRole("button", { name: "Create secret" }).click();
    await expect(page.getByRole("heading", { name: "database/password", level: 1 })).toBeVisible();

    await openWorkspacePage(page, credentials, `${secrets}/new`);
    await page.getByLabel("Key").fill("keys/binary");
    await page.getByLabel("File to read the value from").setInputFiles({
      name: "key.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.from([0xff, 0x00, 0xfe]),
    });
    await expect(page.getByText("key.bin")).toBeVisible();
    await expect(page.getByText("bytes, kept as base64")).toBeVisible();
    await page.getByRole("button", { name: "Create secret" }).click();
    await expect(page.getByRole("heading", { name: "keys/binary", level: 1 })).toBeVisible();

    await openWorkspacePage(page, credentials, `secret-stores/${storeId}`);
    const rows = page.getByRole("region", { name: "Secrets" }).getByRole("row");
    await expect(rows).toHaveCount(4);
    await expect(page.getByText("typed-by-hand")).toHaveCount(0);
    await page.getByRole("button", { name: "Key", exact: true }).click();
    await expect(rows.nth(1)).toContainText("database/password");
    await expectAccessible(page);
    await page.getByLabel("Search by key").fill("PASSWORD");
    await expect(rows).toHaveCount(2);
    await page.getByLabel("Search by key").fill("");
    await page.getByRole("button", { name: "Tag", exact: true }).click();
    await tick(page, "payments");
    await page.keyboard.press("Escape");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("payments/api-key");
  });

  test("sees a revealed value for half a minute or until the tab is hidden, and each reading is listed", async ({
    page,
    credentials,
    api,
  }) => {
    const storeId = await newStore(api, uniqueName("reveal"));
    const secretId = await newSecret(api, storeId, { key: "api-key", value: "the-value-itself" });
    await page.clock.install();
    await openWorkspacePage(page, credentials, `secret-stores/${storeId}/secrets/${secretId}`);
    const value = page.getByText("the-value-itself");
    const reveal = page.getByRole("button", { name: "Reveal" });
    await expect(page.getByText("The value is not shown.")).toBeVisible();
    await expect(value).toHaveCount(0);
    await reveal.click();
    await expect(value).toBeVisible();
    await expectAccessible(page);
    await page.clock.fastForward(31_000);
    await expect(value).toHaveCount(0);

    await reveal.click();
    await expect(value).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      Reflect.deleteProperty(document, "visibilityState");
    });
    await expect(value).toHaveCount(0);
    await reveal.click();
    await page.getByRole("button", { name: "Hide" }).click();
    await expect(value).toHaveCount(0);

    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(page.getByRole("button", { name: "Copied", exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("the-value-itself");
    await expect(value).toHaveCount(0);

    await page.getByRole("link", { name: "Access log", exact: true }).click();
    const readings = page.getByRole("region", { name: "List of readings" }).getByRole("row");
    await expect(readings).toHaveCount(5);
    await expect(readings.nth(1)).toContainText("read");
    await expectAccessible(page);
  });

  test("adds a version with a check for concurrent changes, and disables, enables and destroys versions", async ({
    page,
    credentials,
    api,
  }) => {
    const storeId = await newStore(api, uniqueName("versions"));
    const secretId = await newSecret(api, storeId, { key: "api-key", value: "first" });
    await openWorkspacePage(page, credentials, `secret-stores/${storeId}/secrets/${secretId}/versions`);
    await page.getByRole("button", { name: "New version" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("textbox", { name: "Value" }).fill("mine");
    expect(
      (
        await api.send("POST", `/secret-store/stores/${storeId}/secrets/${secretId}/versions`, {
          data: { value: "theirs" },
        })
      ).status(),
    ).toBe(201);
    await dialog.getByRole("button", { name: "Create version" }).click();
    await expect(dialog.getByRole("alert")).toContainText("The secret is at version 2, not 1");
    await dialog.getByLabel(/^Only if version 1/).uncheck();
    await dialog.getByRole("button", { name: "Create version" }).click();
    const row = (version: number) =>
      page.getByRole("region", { name: "List of versions" }).getByRole("row", { name: new RegExp(`^${version} `) });
    await expect(row(3)).toContainText("enabled");

    await chooseInRow(page, "version 3", "Disable");
    await page.getByRole("button", { name: "Disable version", exact: true }).click();
    await expect(row(3)).toContainText("disabled");
    await page.getByRole("link", { name: "Overview", exact: true }).last().click();
    await page.getByRole("button", { name: "Reveal" }).click();
    await expect(page.getByRole("region", { name: "Value", exact: true }).getByRole("alert")).toContainText(
      "Version 3 of the secret is disabled",
    );
    await page.getByRole("combobox", { name: "Version" }).selectOption("1");
    await page.getByRole("button", { name: "Reveal" }).click();
    await expect(page.getByRole("region", { name: "Value of version 1" })).toHaveText("first");

    await page.getByRole("link", { name: "Versions", exact: true }).click();
    await chooseInRow(page, "version 3", "Enable");
    await expect(row(3)).toContainText("enabled");
    await chooseInRow(page, "version 1", "Destroy");
    await dialog.getByLabel("Type version 1 to confirm").fill("version 1");
    await dialog.getByRole("button", { name: "Destroy version" }).click();
    await expect(row(1)).toContainText("destroyed");
    await expectAccessible(page);
  });

  test("edits, deletes, restores and destroys a secret", async ({ page, credentials, api }) => {
    const storeId = await newStore(api, uniqueName("life"));
    const secretId = await newSecret(api, storeId, { key: "api-key", value: "first", tags: ["old"] });
    await openWorkspacePage(page, credentials, `secret-stores/${storeId}/secrets/${secretId}/settings`);
    await page.getByLabel("Description").fill("Of the payment service");
    await page.getByLabel("Tags").fill("new, prod");
    await page.getByLabel("Expires on").fill("2099-12-31");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved api-key")).toBeVisible();
    await page.getByRole("link", { name: "Overview", exact: true }).last().click();
    const facts = page.getByRole("region", { name: "Secret", exact: true });
    await expect(facts).toContainText("Of the payment service");
    await expect(facts).toContainText("2099");

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete secret" }).click();
    await expect(page.getByText("The secret was deleted.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Reveal" })).toHaveAttribute("aria-disabled", "true");
    await openWorkspacePage(page, credentials, `secret-stores/${storeId}`);
    await expect(page.getByRole("heading", { name: "No secrets yet" })).toBeVisible();
    await page.getByLabel("State").selectOption({ label: "deleted, can be restored" });
    await page.getByRole("link", { name: "api-key" }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("The secret was deleted.")).toHaveCount(0);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByLabel("Destroy at once").check();
    await page.getByLabel("Type api-key to confirm").fill("api-key");
    await page.getByRole("button", { name: "Destroy secret" }).click();
    await expect(page.getByRole("heading", { name: "No secrets yet" })).toBeVisible();
    expect((await api.send("GET", `/secret-store/stores/${storeId}/secrets/${secretId}`)).status()).toBe(404);
  });

  test("sees that a store or secret does not exist, and the empty state", async ({
    page,
    credentials,
    emptyWorkspace,
  }) => {
    await openWorkspacePage(page, credentials, "secret-stores/store_none");
    await expect(page.getByRole("alert").filter({ hasText: "There is no such secret store" })).toBeVisible();
    await openWorkspacePage(page, credentials, "secret-stores/store_none/secrets/sec_none");
    await expect(page.getByRole("alert").filter({ hasText: "There is no such secret" })).toBeVisible();
    await page.goto(`/workspaces/${emptyWorkspace}/secret-stores`);
    await expect(page.getByRole("heading", { name: "No secret stores yet" })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees why values cannot be read and secrets cannot be changed", async ({ page, credentials, api }) => {
    const storeId = await newStore(api, uniqueName("viewed"));
    const secretId = await newSecret(api, storeId, { key: "api-key", value: "not-for-viewers" });
    await openWorkspacePage(page, credentials, `secret-stores/${storeId}/secrets/${secretId}`);
    await page.getByRole("button", { name: "Delete", exact: true }).focus();
    await expect(page.getByRole("tooltip").filter({ hasText: "(viewer) does not allow this" })).toBeVisible();
    const reveal = page.getByRole("button", { name: "Reveal" });
    await expect(reveal).toHaveAttribute("aria-disabled", "true");
    await reveal.focus();
    await expect(page.getByRole("tooltip").filter({ hasText: "(viewer) does not allow this" }).last()).toBeVisible();
    await expect(page.getByText("not-for-viewers")).toHaveCount(0);
  });
});
