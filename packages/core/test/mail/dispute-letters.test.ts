import { expect, test } from "vitest";
import { writeLetter } from "../../src/mail/letters.ts";

const details = {
  ...{ organization_name: "Engines", payment_id: "pay_1", workspace_id: "7", amount: "120", currency: "USD" },
  ...{ reason: "product_not_received", booked: true },
};

test.each([
  ["inquiry", "0", "The bank asks about a payment: $120.00", "The wallet stays as it is."],
  [
    "open",
    "0",
    "A payment is disputed: $120.00",
    "$120.00 leaves the wallet when the bank takes it. It comes back if the dispute is won.",
  ],
  [
    "open",
    "100",
    "A payment is disputed: $120.00",
    "$100.00 has left the wallet. It comes back if the dispute is won.",
  ],
  ["won", "100", "The dispute of a payment is won: $120.00", "$100.00 is in the wallet again."],
  ["won", "0", "The dispute of a payment is won: $120.00", "The wallet stays as it is."],
  ["lost", "100", "The dispute of a payment is lost: $120.00", "$100.00 is no longer in the wallet."],
  ["closed", "0", "The bank's question about a payment is closed: $120.00", "The wallet stays as it is."],
])("the mail of a dispute that is %s says what has left the wallet (%s)", (state, taken, subject, money) => {
  const letter = writeLetter("payment_disputed", { ...details, state, taken }, "");
  expect(letter.subject).toBe(subject);
  expect(letter.paragraphs[0]).toContain("The reason that it gives: product not received.");
  expect(letter.paragraphs[1]).toBe(money);
  expect(letter.link?.path).toBe("/workspaces/7/billing/payments/pay_1");
});

test("money that is in no wallet leaves none", () => {
  const unbooked = { ...details, state: "lost", taken: "0", booked: false };
  expect(writeLetter("payment_disputed", unbooked, "").paragraphs[1]).toBe(
    "It was not in the wallet, which stays as it is.",
  );
});
