-- Payments that a payer's bank takes back (docs/adr/0129).
CREATE TABLE "payment_dispute" (
  "dispute_id"      text NOT NULL,
  "payment_id"      text NOT NULL,
  "organization_id" text NOT NULL,
  "provider"        text NOT NULL,
  -- The provider's name of it, and its page for operators.
  "reference"       text NOT NULL,
  "url"             text NOT NULL,
  "state"           text NOT NULL,
  -- In the bank's words.
  "reason"          text NOT NULL,
  "amount"          numeric(24,8) NOT NULL,
  "currency"        text NOT NULL,
  -- Until when the provider takes evidence. NULL: it takes none.
  "evidence_due_at" timestamptz(3),
  -- When the provider said so. What it says late of an earlier time changes none of the above.
  "told_at"         timestamptz(3) NOT NULL,
  -- Whether the bank has taken the money, and given it back. Once true, they stay so.
  "withdrawn"       boolean NOT NULL DEFAULT false,
  "reinstated"      boolean NOT NULL DEFAULT false,
  -- Why the wallet does not follow. NULL: it does.
  "unbooked"        text,
  -- What has left the wallet, and what of it came back.
  "taken"           numeric(18,8) NOT NULL DEFAULT 0,
  "given_back"      numeric(18,8) NOT NULL DEFAULT 0,
  "created_at"      timestamptz(3) NOT NULL DEFAULT now(),
  -- How often the provider was asked for it, and when it is asked again.
  "checks"          integer NOT NULL DEFAULT 0,
  "check_at"        timestamptz(3) NOT NULL DEFAULT now() + interval '5 minutes',
  CONSTRAINT "payment_dispute_pkey" PRIMARY KEY ("dispute_id"),
  CONSTRAINT "payment_dispute_payment_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment" ("payment_id"),
  CONSTRAINT "payment_dispute_reference_unique" UNIQUE ("reference", "provider"),
  CONSTRAINT "payment_dispute_state_known" CHECK ("state" IN ('inquiry', 'open', 'won', 'lost', 'closed')),
  CONSTRAINT "payment_dispute_unbooked_known" CHECK ("unbooked" IN ('other_currency', 'not_in_wallet')),
  CONSTRAINT "payment_dispute_money_check" CHECK (
    "amount" >= 0 AND "taken" >= 0 AND "given_back" IN (0, "taken") AND ("unbooked" IS NULL OR "taken" = 0))
);
CREATE INDEX "payment_dispute_payment_idx" ON "payment_dispute" ("payment_id", "dispute_id");
CREATE INDEX "payment_dispute_check_idx" ON "payment_dispute" ("check_at") WHERE "state" IN ('inquiry', 'open');

ALTER TABLE "payment"
  -- The state of its dispute, an open one first. NULL: nobody disputes it.
  ADD COLUMN "dispute_state" text,
  -- What disputes have taken from the wallet and not given back.
  ADD COLUMN "disputed" numeric(18,8) NOT NULL DEFAULT 0,
  ADD CONSTRAINT "payment_disputed_state_known" CHECK ("dispute_state" IN ('inquiry', 'open', 'won', 'lost', 'closed')),
  ADD CONSTRAINT "payment_disputed_check" CHECK ("disputed" >= 0);
CREATE INDEX "payment_disputed_idx" ON "payment" ("dispute_state", "payment_id") WHERE "dispute_state" IS NOT NULL;

-- From when on a provider is asked for disputes that nobody has told of.
CREATE TABLE "dispute_search" (
  "provider"    text NOT NULL,
  "asked_until" timestamptz(3) NOT NULL DEFAULT now(),
  "due_at"      timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "dispute_search_pkey" PRIMARY KEY ("provider")
);
INSERT INTO "dispute_search" ("provider") VALUES ('stripe');

-- Operators read in their trail what the installation's parts did.
ALTER TABLE "operator_event" DROP CONSTRAINT "operator_event_actor_type_check",
  ADD CONSTRAINT "operator_event_actor_type_check" CHECK ("actor_type" IN ('token', 'user', 'system'));

ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'alert_firing', 'alert_resolved', 'announcement', 'budget_reached', 'invitation', 'invoice_issued', 'invoice_reminder', 'member_removed',
  'new_sign_in', 'one_person_asked', 'one_person_enough', 'password_changed', 'password_reset', 'payment_arrived', 'payment_disputed',
  'payment_refunded', 'quota_decided', 'second_factor_off', 'second_factor_on', 'test_mail', 'vm_released', 'vm_stopped',
  'wallet_suspended', 'webhook_switched_off'));
