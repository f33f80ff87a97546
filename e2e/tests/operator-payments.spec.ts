// An owner adds funds by transfer, and an operator confirms, refunds and cancels, and reads what a bank disputes.
import { expectAccessible } from "../src/accessible.ts";
import { expect, openWorkspacePage, test } from "../src/fixtures.ts";

test("an owner begins transfers; an operator confirms one, refunds a part of it, and cancels another", async ({
  newMember,
  openPage,
  database,
  credentials,
}) => {
  const person = await newMember("owner");
  await database.query("INSERT INTO operator (user_id, role) VALUES ($1, 'operator')", [person.user_id]);
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const facts = page.getByRole("region", { name: "Payment", exact: true });
  const begin = async (amount: string) => {
    await openWorkspacePage(page, credentials, "billing");
    await page.getByRole("button", { name: "Add funds" }).click();
    await dialog.getByLabel("Amount, in USD").fill("nothing");
    await dialog.getByRole("button", { name: "Continue to payment" }).click();
    await expect(dialog.getByText(/must be an amount above 0/)).toBeVisible();
    await dialog.getByLabel("Amount, in USD").fill(amount);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page.getByRole("heading", { name: `Payment of $${amount}` })).toBeVisible();
    await expect(facts).toContainText("waiting");
    await expectAccessible(page);
    const paymentId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { rows } = await database.query("SELECT reference FROM payment WHERE payment_id = $1", [paymentId]);
    await expect(facts).toContainText(rows[0].reference);
    return { paymentId, reference: String(rows[0].reference) };
  };
  const paid = await begin("120.50");
  const vain = await begin("7.00");
  await page.getByRole("link", { name: "All payments" }).click();
  const list = page.getByRole("region", { name: "Payments" });
  await expect(list.getByRole("row").filter({ hasText: paid.reference })).toContainText("waiting");
  await expectAccessible(page);

  await page.goto("/operator/payments");
  await page.getByRole("searchbox", { name: "Whole reference" }).fill(paid.reference);
  const row = page.getByRole("row").filter({ hasText: paid.reference });
  await expect(row).toContainText("$120.50");
  await expectAccessible(page);
  await row.getByRole("link", { name: paid.reference }).click();
  await page.getByRole("button", { name: "Confirm arrival" }).click();
  await dialog.getByLabel("Amount that arrived, in USD").fill("100");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Confirm arrival" }).click();
  await expect(page.getByText(/^Credited \$100\.00 to /)).toBeVisible();
  await expect(facts).toContainText("paid");
  await page.getByRole("button", { name: "Refund" }).click();
  await dialog.getByLabel("Amount, in USD").fill("500");
  await dialog.getByLabel("Reason").fill("Ticket 4711");
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect(dialog.getByText(/Only 100 USD is left of the payment/)).toBeVisible();
  await dialog.getByLabel("Amount, in USD").fill("40");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Refund" }).click();
  const refunds = page.getByRole("region", { name: "Refunds of the payment" });
  await expect(refunds.getByRole("row").filter({ hasText: "Ticket 4711" })).toContainText("done");
  await expectAccessible(page);

  // As the webhook of a provider writes it.
  await database.query(
    `INSERT INTO payment_dispute (dispute_id, payment_id, organization_id, provider, reference, url, state, reason, amount,
                                  currency, evidence_due_at, told_at, withdrawn, taken, check_at)
     SELECT 'dsp_' || payment_id, payment_id, organization_id, 'stripe', 'dp_' || payment_id,
            'https://dashboard.stripe.com/test/payments/pi_1', 'open', 'product_not_received', 60, 'USD',
            '2027-05-01T12:00:00Z', now(), true, 60, 'infinity' FROM payment WHERE payment_id = $1`,
    [paid.paymentId],
  );
  await database.query("UPDATE payment SET dispute_state = 'open', disputed = 60 WHERE payment_id = $1", [
    paid.paymentId,
  ]);
  await page.goto("/operator/payments?dispute_state=open");
  const disputed = page.getByRole("row").filter({ hasText: paid.reference });
  await expect(disputed).toContainText("$60.00 disputed");
  await disputed.getByRole("link", { name: paid.reference }).click();
  const dispute = page.getByRole("region", { name: "Disputes of the payment" }).getByRole("row").nth(1);
  await expect(dispute).toContainText("product not received");
  await expect(dispute).toContainText("$60.00 left the wallet");
  await expect(dispute.getByRole("link", { name: "Answer it at Stripe" })).toHaveAttribute("href", /\/pi_1$/);
  await expect(page.getByRole("button", { name: "Refund" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);

  await facts.getByRole("link").click();
  await page
    .getByRole("region", { name: "Payments of the organization" })
    .getByRole("link", { name: vain.reference })
    .click();
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await dialog.getByLabel("Reason").fill("Nothing came.");
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(facts).toContainText("cancelled");

  await openWorkspacePage(page, credentials, `billing/payments/${paid.paymentId}`);
  await expect(facts).toContainText("$40.00 refunded");
  await expect(page.getByRole("status").filter({ hasText: "The payer's bank disputes this payment." })).toBeVisible();
  await openWorkspacePage(page, credentials, "billing/ledger");
  await expect(page.getByRole("row").filter({ hasText: paid.paymentId })).toContainText("100");
});
