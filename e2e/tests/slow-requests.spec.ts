// A change whose request takes long: the browser uses the test's own proxy, which holds the change until it is let go.
import { type Fate, type FaultyProxy, openFaultyProxy } from "../src/faulty-proxy.ts";
import { test as base, expect, openWorkspacePage, signedIn, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { made, SITE } from "../src/vm.ts";

interface Hold {
  /** Resolves when the proxy holds the deletion. */
  readonly held: PromiseWithResolvers<void>;
  /** Lets the deletion go on. */
  readonly released: PromiseWithResolvers<void>;
}

const test = base.extend<{ hold: Hold; slow: FaultyProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  hold: async ({}, use) => {
    await use({ held: Promise.withResolvers(), released: Promise.withResolvers() });
  },
  slow: async ({ hold }, use) => {
    const proxy = await openFaultyProxy(
      async (method, url): Promise<Fate> => {
        if (method !== "POST" || !url.pathname.endsWith("/vpc.delete")) return "pass";
        hold.held.resolve();
        await hold.released.promise;
        return "pass";
      },
      () => {},
    );
    await use(proxy);
    hold.released.resolve();
    await proxy.close();
  },
  proxy: async ({ slow }, use) => {
    await use({ server: slow.url });
  },
});

signedIn();

test("a dialog whose request is under way stays open and says that it cannot be cancelled", async ({
  page,
  credentials,
  api,
  hold,
}) => {
  const name = uniqueName("slow");
  const { vpc_id } = await made(api, "/networking/vpcs", { name, site_id: SITE, cidr: "10.252.0.0/16" });
  await openWorkspacePage(page, credentials, `vpcs/${vpc_id}/settings`);
  await page.getByRole("main").getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole("button", { name: "Delete VPC" }).click();
  await hold.held.promise;
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await expect(cancel).toHaveAttribute("aria-disabled", "true");
  await cancel.hover();
  await expect(page.getByText("The request is under way, so it can no longer be cancelled.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  hold.released.resolve();
  await expectGone(dialog);
  await expect(page).toHaveURL(/\/vpcs$/);
});

test("a button counts a press although what loads above moves it before the release", async ({ page, credentials }) => {
  await openWorkspacePage(page, credentials, "placement-groups");
  await page.getByRole("main").getByRole("button", { name: "New placement group" }).click();
  const dialog = page.getByRole("alertdialog");
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  const press = async (movedAwayPx: number) => {
    await cancel.hover();
    const before = await cancel.boundingBox();
    if (before === null) throw new Error("the button is not shown");
    await page.mouse.down();
    await dialog.locator("form").evaluate((form) => {
      const loaded = document.createElement("div");
      loaded.style.height = "90px";
      form.prepend(loaded);
    });
    expect((await cancel.boundingBox())?.y).toBeGreaterThan(before.y + before.height);
    const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
    await page.mouse.move(x, y + movedAwayPx);
    await page.mouse.up();
  };
  await press(-60);
  await expect(dialog).toBeVisible();
  await press(0);
  await expectGone(dialog);
});
