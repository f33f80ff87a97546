import { expectAccessible } from "../../src/accessible.ts";
import { expect, openWorkspacePage, signedIn, test } from "../../src/fixtures.ts";
import { SITE } from "../../src/vm.ts";
import { warnOfSite } from "../../src/warned-site.ts";

signedIn();

test("a site that walls guests off less than it could is named with what its VMs are, and why", async ({
  page,
  credentials,
  database,
}) => {
  const unwarn = await warnOfSite(database, SITE, "VMs are containers here and share the host's kernel.");
  try {
    await openWorkspacePage(page, credentials, "settings/sites");
    await expect(page.getByRole("row", { name: /^Amsterdam 1/ })).toContainText("Containers");
    await expect(page.getByRole("region", { name: "Warnings of Amsterdam 1" })).toContainText(
      "share the host's kernel",
    );
    await expectAccessible(page);
  } finally {
    await unwarn();
  }
});
