import { expectAccessible } from "../src/accessible.ts";
import { expect, test } from "../src/fixtures.ts";
import { passwordLinks } from "../src/mails.ts";
import { productUnderTest } from "../src/product.ts";

test("a user who forgot the password chooses a new one by the mailed link, which works once", async ({
  page,
  newMember,
}) => {
  const { email } = await newMember("viewer");
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "we have sent a link to it" })).toBeVisible();
  const links = () => passwordLinks(productUnderTest(), email);
  await expect.poll(links, { timeout: 30_000 }).toHaveLength(1);

  const [link = ""] = links();
  await page.goto(link);
  await expectAccessible(page);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password must have at least 10 characters.")).toBeVisible();
  await page.getByLabel("New password").fill("correct-battery-staple-7");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("correct-battery-staple-7");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Account of/ })).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.goto(link);
  await page.getByLabel("New password").fill("another-battery-staple-8");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This link was used already or has expired")).toBeVisible();
});
