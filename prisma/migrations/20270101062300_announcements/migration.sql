-- What operators announce to people: notices and maintenance windows (docs/adr/0124).
CREATE TABLE "announcement" (
  "announcement_id"  text NOT NULL,
  "kind"             text NOT NULL,
  "level"            text NOT NULL,
  "title"            text NOT NULL,
  "text"             text NOT NULL,
  -- A notice is shown from then on. Maintenance begins then, and is shown before.
  "starts_at"        timestamptz(3) NOT NULL,
  "ends_at"          timestamptz(3),
  "site_ids"         text[] NOT NULL CHECK (array_position("site_ids", NULL) IS NULL),
  -- The organizations whose members see it. NULL: everybody.
  "organization_ids" text[] CHECK (array_position("organization_ids", NULL) IS NULL),
  -- How many owners had it by mail when it was made.
  "mails"            integer NOT NULL DEFAULT 0,
  "created_at"       timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at"       timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "announcement_pkey" PRIMARY KEY ("announcement_id"),
  CONSTRAINT "announcement_kind_check" CHECK ("kind" IN ('notice', 'maintenance')),
  CONSTRAINT "announcement_level_check" CHECK ("level" IN ('info', 'warning')),
  CONSTRAINT "announcement_order_check" CHECK ("ends_at" > "starts_at"),
  CONSTRAINT "announcement_window_check" CHECK ("kind" = 'notice' OR "ends_at" IS NOT NULL)
);
-- What is over is never asked for by those who read announcements.
CREATE INDEX "announcement_end_idx" ON "announcement" ((coalesce("ends_at", 'infinity')));

ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'alert_firing', 'alert_resolved', 'announcement', 'budget_reached', 'invitation', 'member_removed', 'new_sign_in', 'one_person_asked',
  'one_person_enough', 'password_changed', 'password_reset', 'quota_decided', 'second_factor_off', 'second_factor_on', 'test_mail', 'wallet_suspended',
  'webhook_switched_off'));
