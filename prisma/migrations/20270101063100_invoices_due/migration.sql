-- Invoices are due, and those that stay unpaid are dunned (docs/adr/0126).

-- Invoices from before are paid: nothing is owed.
ALTER TABLE "invoice"
  ADD COLUMN "due_at" timestamptz(3),
  -- The last entry of the ledger that it was issued after.
  ADD COLUMN "ledger_seen" bigint NOT NULL DEFAULT 0,
  -- The part of the total that the wallet did not cover, in the decimals of the currency.
  ADD COLUMN "owed" numeric(24,8) NOT NULL DEFAULT 0,
  ADD CONSTRAINT "invoice_owed_check" CHECK ("owed" = 0 OR ("owed" > 0 AND "due_at" IS NOT NULL));
CREATE INDEX "invoice_owed_idx" ON "invoice" ("invoice_id") WHERE "owed" > 0;
CREATE INDEX "invoice_owed_organization_idx" ON "invoice" ("organization_id", "month") WHERE "owed" > 0;

-- A later day that an operator has given. The trail has those before it.
CREATE TABLE "invoice_postponement" (
  "organization_id" text NOT NULL,
  "invoice_id"      text NOT NULL,
  "due_at"          timestamptz(3) NOT NULL,
  "reason"          text NOT NULL,
  "postponed_at"    timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "invoice_postponement_pkey" PRIMARY KEY ("organization_id", "invoice_id"),
  CONSTRAINT "invoice_postponement_invoice_fkey" FOREIGN KEY ("organization_id", "invoice_id") REFERENCES "invoice" ("organization_id", "invoice_id")
);

-- What was done about an unpaid invoice: each step once.
CREATE TABLE "dunning_step" (
  "organization_id" text NOT NULL,
  "invoice_id"      text NOT NULL,
  "kind"            text NOT NULL,
  -- Of a reminder: the first is 1. 0 of the others.
  "number"          integer NOT NULL,
  "outstanding"     numeric(24,8) NOT NULL,
  "at"              timestamptz(3) NOT NULL,
  CONSTRAINT "dunning_step_pkey" PRIMARY KEY ("organization_id", "invoice_id", "kind", "number"),
  CONSTRAINT "dunning_step_invoice_fkey" FOREIGN KEY ("organization_id", "invoice_id") REFERENCES "invoice" ("organization_id", "invoice_id"),
  CONSTRAINT "dunning_step_kind_check" CHECK ("kind" IN ('due', 'reminder', 'suspension')),
  CONSTRAINT "dunning_step_number_check" CHECK ("number" >= 0 AND ("kind" = 'reminder') = ("number" > 0))
);

-- What is still unpaid of each invoice. Money goes to the oldest first. What is left of it once nothing is owed is in the balance, and
-- lessens what the next invoice owes: so of all invoices up to one, the most that any of them leaves open is open.
CREATE FUNCTION "invoice_debts"("of_organization" text) RETURNS TABLE ("invoice_id" text, "outstanding" numeric) LANGUAGE sql STABLE AS $$
  SELECT d.invoice_id, least(d.owed, greatest(0, d.debt + max(d.owed - d.debt - d.paid) OVER (ORDER BY d.month)))
    FROM (SELECT i.invoice_id, i.month, i.owed, sum(i.owed) OVER (ORDER BY i.month) AS debt,
                 coalesce((SELECT sum(e.amount) FROM ledger_entry e
                            WHERE e.organization_id = i.organization_id AND e.entry_number > i.ledger_seen
                              AND e.kind <> 'usage' AND e.kind NOT IN ('opening', 'tax')), 0) AS paid
            FROM invoice i WHERE i.organization_id = of_organization AND i.owed > 0) AS d
$$;

ALTER TABLE "installation_settings"
  ADD COLUMN "invoice_due_days" integer NOT NULL DEFAULT 14,
  -- Days after the due date, ascending.
  ADD COLUMN "reminder_days" integer[] NOT NULL DEFAULT '{3,10}' CHECK (array_position("reminder_days", NULL) IS NULL),
  -- NULL: dunning suspends nobody.
  ADD COLUMN "dunning_suspension_days" integer,
  ADD CONSTRAINT "installation_settings_dunning_check" CHECK (
    "invoice_due_days" BETWEEN 0 AND 365 AND "dunning_suspension_days" BETWEEN 1 AND 3650);

ALTER TABLE "wallet" DROP CONSTRAINT "wallet_suspension_check", ADD CONSTRAINT "wallet_suspension_check" CHECK (
  ("suspended_at" IS NULL) = ("suspended_by" IS NULL) AND ("suspended_at" IS NULL) = ("suspended_reason" IS NULL)
  AND "suspended_by" IN ('operator', 'metering', 'dunning'));

ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'alert_firing', 'alert_resolved', 'announcement', 'budget_reached', 'invitation', 'invoice_issued', 'invoice_reminder', 'member_removed',
  'new_sign_in', 'one_person_asked', 'one_person_enough', 'password_changed', 'password_reset', 'payment_arrived',
  'payment_refunded', 'quota_decided', 'second_factor_off', 'second_factor_on', 'test_mail', 'wallet_suspended', 'webhook_switched_off'));
