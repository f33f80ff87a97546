// Settings that S3 clients make for a bucket and its objects, set in the console.
import { expectAccessible } from "../src/accessible.ts";
import { type Api, expect, openWorkspacePage, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { made } from "../src/vm.ts";

async function newBucket(api: Api, more: object = {}): Promise<string> {
  const { name } = await made(api, "/object-storage/buckets", {
    ...{ name: uniqueName("settings"), region: "eu-central-1" },
    ...more,
  });
  return name;
}

test.describe("an owner", () => {
  signedIn();

  test("adds a lifecycle rule with a preview, changes it, turns it off and removes it", async ({
    page,
    credentials,
    api,
  }) => {
    const bucket = await newBucket(api);
    await openWorkspacePage(page, credentials, `buckets/${bucket}`);
    await page.getByRole("link", { name: "Lifecycle" }).click();
    await expect(page.getByRole("heading", { name: "No lifecycle rules" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add rule" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Add a lifecycle rule" });
    await dialog.getByLabel("Name", { exact: true }).fill("old logs");
    await dialog.getByLabel("Prefix").fill("logs/");
    await dialog.getByLabel("Days", { exact: true }).fill("0");
    await dialog.getByRole("button", { name: "Add rule" }).click();
    await expect(dialog.getByText("Days must be at least 1.")).toBeVisible();
    await dialog.getByLabel("Days", { exact: true }).fill("30");
    await dialog.getByLabel("Abort uploads after").fill("2");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await expect(dialog).toContainText("0 objects (0 bytes) match now; the next run deletes 0 of them (0 bytes).");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add rule" }).click();
    const rules = page.getByRole("list", { name: "Lifecycle rules" });
    await expect(rules).toContainText("Deletes objects under logs/ 30 days after their upload");
    await expect(rules).toContainText("Aborts uploads of objects under logs/ 2 days after they began");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Edit old logs" }).click();
    const edit = page.getByRole("alertdialog", { name: "Edit the lifecycle rule" });
    await edit.getByLabel("Days", { exact: true }).fill("7");
    await edit.getByRole("button", { name: "Save rule" }).click();
    await expect(rules).toContainText("7 days after their upload");
    await page.getByRole("button", { name: "Turn off old logs" }).click();
    await expect(page.getByRole("button", { name: "Turn on old logs" })).toBeVisible();
    await page.getByRole("button", { name: "Remove old logs" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove rule" }).click();
    await expect(page.getByRole("heading", { name: "No lifecycle rules" })).toBeVisible();
  });

  test("writes a policy, sees what is wrong with it at its line and what it means, and deletes it", async ({
    page,
    credentials,
    api,
  }) => {
    const bucket = await newBucket(api);
    await openWorkspacePage(page, credentials, `buckets/${bucket}/policy`);
    await page.getByRole("button", { name: "Public folder" }).click();
    const words = page.getByRole("list", { name: "Statements" });
    await expect(words).toContainText("Everyone may read objects under public/.");
    const editor = page.getByLabel("Policy as JSON");
    const text = await editor.inputValue();
    await editor.fill(text.replace("s3:GetObject", "ec2:GetObject"));
    const wrong = page.getByRole("list", { name: "Problems" });
    await expect(wrong).toContainText("Line 7");
    await expect(wrong).toContainText('must begin with s3:, but "ec2:GetObject" does not.');
    await expectAccessible(page);
    await wrong.getByRole("button", { name: "Line 7" }).click();
    await expect(editor).toBeFocused();
    await page.getByRole("button", { name: "Save policy" }).focus();
    await expect(page.getByRole("tooltip")).toContainText("The policy has problems");
    await editor.fill(text.replace("s3:GetObject", "s3:ListBucket"));
    await expect(page.getByRole("list", { name: "Warnings" })).toContainText(
      `it needs the resource arn:aws:s3:::${bucket}.`,
    );
    await editor.fill(text);
    await page.getByRole("button", { name: "Save policy" }).click();
    await expect(page.getByText("The policy is saved")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete policy" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete policy" }).click();
    await expect(page.getByText(`${bucket} has no policy now`)).toBeVisible();
    await expect(editor).toHaveValue("");
  });

  test("sets CORS rules and removes them", async ({ page, credentials, api }) => {
    const bucket = await newBucket(api);
    await openWorkspacePage(page, credentials, `buckets/${bucket}/cors`);
    await expect(page.getByText("There are no rules")).toBeVisible();
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByLabel("Allowed origins").fill("https://*.*.example");
    await page.getByRole("button", { name: "Save CORS rules" }).click();
    await expect(page.getByText("Allowed origins must have at most one *.")).toBeVisible();
    await page.getByLabel("Allowed origins").fill("https://app.example");
    await page.getByRole("checkbox", { name: "PUT" }).check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save CORS rules" }).click();
    await expect(page.getByText("The CORS rules are saved")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("checkbox", { name: "PUT" })).toBeChecked();
    await page.getByRole("button", { name: "Remove rule 1" }).click();
    await page.getByRole("button", { name: "Save CORS rules" }).click();
    await expect(page.getByText("The CORS rules are saved")).toBeVisible();
  });

  test("turns object lock on, and sets tags, retention and legal hold of an object", async ({
    page,
    credentials,
    api,
    request,
  }) => {
    const bucket = await newBucket(api);
    await api.send("PUT", `/object-storage/buckets/${bucket}/versioning`, { data: { status: "enabled" } });
    await openWorkspacePage(page, credentials, `buckets/${bucket}`);
    await page.getByRole("button", { name: "Turn on object lock" }).click();
    const lock = page.getByRole("alertdialog", { name: `Turn on object lock of ${bucket}` });
    await lock.getByLabel("Default retention").selectOption("GOVERNANCE");
    await lock.getByLabel("For", { exact: true }).fill("1");
    await lock.getByRole("button", { name: "Turn on object lock" }).click();
    await expect(page.getByText("New objects are retained for 1 day, in GOVERNANCE mode.")).toBeVisible();

    const upload = await made(api, `/object-storage/buckets/${bucket}/upload-urls`, { object_key: "a.txt" });
    expect((await request.put(upload.url, { headers: upload.headers, data: Buffer.from("x") })).status()).toBe(200);
    await openWorkspacePage(page, credentials, `buckets/${bucket}/objects?object=a.txt`);
    const panel = page.getByRole("dialog", { name: "a.txt" });
    await panel.getByRole("button", { name: "Edit tags" }).click();
    const tags = page.getByRole("alertdialog", { name: "Edit the tags of a.txt" });
    await tags.getByLabel("Tags").fill("project=atlas\nstage=draft");
    await tags.getByRole("button", { name: "Save tags" }).click();
    await expect(panel.getByRole("region", { name: "Tags" })).toContainText("project=atlas");

    const locked = panel.getByRole("region", { name: "Object lock" });
    await expect(locked).toContainText("GOVERNANCE until");
    await locked.getByRole("button", { name: "Change retention" }).click();
    const retain = page.getByRole("alertdialog", { name: "Retain a.txt" });
    await retain.getByLabel("Mode").selectOption("none");
    await retain.getByRole("button", { name: "Save retention" }).click();
    await expect(retain.getByRole("alert")).toContainText("can only be extended");
    await retain.getByLabel("Bypass GOVERNANCE").check();
    await expectAccessible(page);
    await retain.getByRole("button", { name: "Save retention" }).click();
    await expect(locked).toContainText("Not retained.");
    await locked.getByRole("button", { name: "Set legal hold" }).click();
    await expect(locked).toContainText("Under legal hold");
    await expectAccessible(page);
    await locked.getByRole("button", { name: "End legal hold" }).click();
    await expect(locked).toContainText("No legal hold.");
  });

  test("sees that a bucket does not exist", async ({ page, credentials }) => {
    for (const tab of ["lifecycle", "policy", "cors"]) {
      await openWorkspacePage(page, credentials, `buckets/there-is-none/${tab}`);
      await expect(page.getByRole("alert").filter({ hasText: "There is no such bucket" })).toBeVisible();
    }
  });
});

test.describe("a viewer", () => {
  signedIn("viewer");

  test("sees lifecycle, policy and CORS rules, and why they cannot be changed", async ({ page, credentials, api }) => {
    const bucket = await newBucket(api);
    for (const [tab, button] of [
      ["lifecycle", "Add rule"],
      ["policy", "Save policy"],
      ["cors", "Save CORS rules"],
    ] as const) {
      await openWorkspacePage(page, credentials, `buckets/${bucket}/${tab}`);
      await page.getByRole("button", { name: button }).focus();
      await expect(page.getByRole("tooltip")).toContainText("(viewer) does not allow this");
    }
  });
});
