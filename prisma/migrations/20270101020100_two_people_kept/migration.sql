-- Whether two people must approve is kept with what is asked for, as the rule was then (docs/adr/0102).
ALTER TABLE "approval" ADD COLUMN "needs_two_people" BOOLEAN NOT NULL DEFAULT false;
UPDATE "approval" SET "needs_two_people" = "needs_two_people"("workspace_id") WHERE "status" IN ('pending', 'approved');

-- By a trigger, so that what the release before asks for keeps it, too.
CREATE FUNCTION "keep_approval_rule"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.needs_two_people := needs_two_people(NEW.workspace_id);
  RETURN NEW;
END $$;
CREATE TRIGGER "approval_rule_kept" BEFORE INSERT ON "approval" FOR EACH ROW EXECUTE FUNCTION "keep_approval_rule"();

-- Who has asked that one person be enough from now on. Somebody else must ask for the same within a day.
ALTER TABLE "organization" ADD COLUMN "one_person_asked_by" TEXT, ADD COLUMN "one_person_asked_at" TIMESTAMPTZ(3);

ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'alert_firing', 'alert_resolved', 'budget_reached', 'invitation', 'member_removed', 'new_sign_in', 'one_person_asked', 'one_person_enough',
  'password_changed', 'password_reset', 'second_factor_off', 'second_factor_on', 'wallet_suspended', 'webhook_switched_off'));
