-- Customers pay into their wallets (docs/adr/0120).
CREATE TABLE "payment" (
  "payment_id"      text NOT NULL,
  "organization_id" text NOT NULL,
  "state"           text NOT NULL DEFAULT 'waiting',
  -- What was asked for.
  "amount"          numeric(18,8) NOT NULL,
  "currency"        text NOT NULL,
  "provider"        text NOT NULL,
  -- The provider's name of it. Of a transfer, what the payer writes on it.
  "reference"       text NOT NULL,
  -- Where it is paid. NULL for a transfer.
  "url"             text,
  -- NULL where its webhook came before the answer to its create.
  "requester_name"  text,
  "created_at"      timestamptz(3) NOT NULL DEFAULT now(),
  -- What came, which is what is credited.
  "paid_amount"     numeric(18,8),
  "paid_currency"   text,
  "paid_at"         timestamptz(3),
  -- The provider's name of the money that came, which refunds name.
  "capture"         text,
  -- Why what came is not in the wallet. NULL: it is.
  "unbooked"        text,
  -- What refunds have asked for, but for those that failed.
  "refunded"        numeric(18,8) NOT NULL DEFAULT 0,
  -- How often the provider was asked for it without a webhook, and when it is asked again.
  "checks"          integer NOT NULL DEFAULT 0,
  "check_at"        timestamptz(3) NOT NULL DEFAULT now() + interval '5 minutes',
  CONSTRAINT "payment_pkey" PRIMARY KEY ("payment_id"),
  CONSTRAINT "payment_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("organization_id"),
  CONSTRAINT "payment_reference_unique" UNIQUE ("reference", "provider"),
  CONSTRAINT "payment_state_known" CHECK ("state" IN ('waiting', 'paid', 'failed', 'expired', 'cancelled')),
  CONSTRAINT "payment_provider_known" CHECK ("provider" IN ('transfer', 'stripe')),
  CONSTRAINT "payment_unbooked_known" CHECK ("unbooked" IN ('other_currency', 'balance_too_large', 'credited_before')),
  CONSTRAINT "payment_amount_check" CHECK ("amount" > 0),
  CONSTRAINT "payment_paid_check" CHECK (("state" = 'paid') = ("paid_amount" IS NOT NULL)
    AND ("paid_amount" IS NULL) = ("paid_at" IS NULL) AND ("paid_amount" IS NULL) = ("paid_currency" IS NULL)
    AND ("paid_amount" IS NOT NULL OR "unbooked" IS NULL)),
  CONSTRAINT "payment_refunded_check" CHECK ("refunded" BETWEEN 0 AND coalesce("paid_amount", 0))
);
CREATE INDEX "payment_organization_idx" ON "payment" ("organization_id", "payment_id");
CREATE INDEX "payment_state_idx" ON "payment" ("state", "payment_id");
CREATE INDEX "payment_capture_idx" ON "payment" ("capture") WHERE "capture" IS NOT NULL;
CREATE INDEX "payment_check_idx" ON "payment" ("check_at") WHERE "state" = 'waiting' AND "provider" <> 'transfer';
SELECT "announce_changes"('payment', 'wallet', 'payment_id', '{checks,check_at}', 'organization_id');

-- A refund has left the wallet when its row is there. A worker carries it out at the provider.
CREATE TABLE "payment_refund" (
  "refund_id"       text NOT NULL,
  "payment_id"      text NOT NULL,
  "organization_id" text NOT NULL,
  "state"           text NOT NULL DEFAULT 'waiting',
  "amount"          numeric(18,8) NOT NULL,
  "currency"        text NOT NULL,
  -- The provider's name of it.
  "reference"       text,
  "reason"          text,
  -- Why the provider refuses it.
  "problem"         text,
  -- Whether it was taken from the wallet: money that is not booked is not in one.
  "booked"          boolean NOT NULL,
  "created_at"      timestamptz(3) NOT NULL DEFAULT now(),
  "ended_at"        timestamptz(3),
  "attempts"        integer NOT NULL DEFAULT 0,
  "due_at"          timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "payment_refund_pkey" PRIMARY KEY ("refund_id"),
  CONSTRAINT "payment_refund_payment_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment" ("payment_id"),
  CONSTRAINT "payment_refund_reference_unique" UNIQUE ("payment_id", "reference"),
  CONSTRAINT "payment_refund_state_known" CHECK ("state" IN ('waiting', 'done', 'failed')),
  CONSTRAINT "payment_refund_amount_check" CHECK ("amount" > 0),
  CONSTRAINT "payment_refund_ended_check" CHECK (("state" = 'waiting') = ("ended_at" IS NULL))
);
CREATE INDEX "payment_refund_payment_idx" ON "payment_refund" ("payment_id", "refund_id");
CREATE INDEX "payment_refund_due_idx" ON "payment_refund" ("due_at") WHERE "state" = 'waiting';

ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'alert_firing', 'alert_resolved', 'announcement', 'budget_reached', 'invitation', 'member_removed', 'new_sign_in', 'one_person_asked',
  'one_person_enough', 'password_changed', 'password_reset', 'payment_arrived', 'payment_refunded', 'quota_decided', 'second_factor_off',
  'second_factor_on', 'test_mail', 'wallet_suspended', 'webhook_switched_off'));
