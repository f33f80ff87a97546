import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { made } from "../src/vm.ts";

test.describe("an owner", () => {
  signedIn();

  test("enables versioning, restores an earlier version, deletes one and brings an object back", async ({
    page,
    credentials,
    api,
    request,
  }) => {
    const { name: bucket } = await made(api, "/object-storage/buckets", {
      name: uniqueName("versions"),
      region: "eu-central-1",
    });
    const put = async (text: string) => {
      const asked = { object_key: "notes/a.txt", content_type: "text/plain" };
      const { url, headers } = await made(api, `/object-storage/buckets/${bucket}/upload-urls`, asked);
      expect((await request.put(url, { headers, data: Buffer.from(text) })).status()).toBe(200);
    };
    await openWorkspacePage(page, credentials, `buckets/${bucket}`);
    await page.getByRole("button", { name: "Enable versioning" }).click();
    const asked = page.getByRole("alertdialog");
    await asked.getByRole("button", { name: "Enable versioning" }).click();
    await expect(page.getByRole("button", { name: "Suspend versioning" })).toBeVisible();
    await expectAccessible(page);

    await put("the first text");
    await put("the second text, longer");
    await openWorkspacePage(page, credentials, `buckets/${bucket}/objects?prefix=notes/&object=notes/a.txt`);
    const panel = page.getByRole("dialog", { name: "a.txt" });
    const versions = panel.getByRole("region", { name: "Versions" });
    await expect(versions.getByRole("listitem")).toHaveCount(2);
    await expect(panel.getByRole("region", { name: "Preview" })).toContainText("the second text");
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await versions.getByRole("button", { name: "Download this version" }).last().click();
    await download;
    await versions.getByRole("button", { name: "Restore this version" }).click();
    await expect(versions.getByRole("listitem")).toHaveCount(3);
    await expect(panel.getByRole("region", { name: "Preview" })).toContainText("the first text");

    await versions.getByRole("button", { name: "Delete this version" }).last().click();
    const question = page.getByRole("alertdialog", { name: "Delete this version of a.txt?" });
    await question.getByRole("button", { name: "Delete version" }).click();
    await expect(versions.getByRole("listitem")).toHaveCount(2);

    await panel.getByRole("button", { name: "Delete", exact: true }).click();
    const removal = page.getByRole("alertdialog", { name: "Delete a.txt?" });
    await expect(removal).toContainText("It stays as an earlier version.");
    await removal.getByRole("button", { name: "Delete 1 object" }).click();
    await expect(panel).toBeHidden();
    await page.getByRole("button", { name: "Deleted objects" }).click();
    const deleted = page.getByRole("alertdialog", { name: "Deleted objects" });
    await expect(deleted.getByRole("listitem")).toHaveCount(1);
    await expectAccessible(page);
    await deleted.getByRole("button", { name: "Bring back" }).click();
    await expect(deleted).toContainText("No object was deleted here.");
    await deleted.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("region", { name: "Objects" }).getByRole("row", { name: "a.txt" })).toBeVisible();
  });
});
