-- Who made an organization, and a limit on those that a user made and never used. Organizations cost nothing to make:
-- without a limit one user can fill the tables of everybody. The operator makes as many as they like.
ALTER TABLE "organization" ADD COLUMN "created_by" TEXT;
ALTER TABLE "organization" ADD CONSTRAINT "organization_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "user" ("id") ON DELETE SET NULL ON UPDATE NO ACTION;
CREATE INDEX "organization_created_by_idx" ON "organization" ("created_by");

-- An organization is unused until its wallet's ledger has an entry. Requests of the same user queue on the user, so that
-- parallel ones are counted.
CREATE FUNCTION "organization_unused_few"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "user" u WHERE u.id = NEW.created_by FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM "organization" o WHERE o.created_by = NEW.created_by
        AND NOT EXISTS (SELECT FROM "wallet" w WHERE w.organization_id = o.organization_id AND w.entries > 0)) >= 5 THEN
    RAISE EXCEPTION 'unused organizations are few: constraint "organization_unused_limit"' USING ERRCODE = 'check_violation', CONSTRAINT = 'organization_unused_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "organization_made" BEFORE INSERT ON "organization" FOR EACH ROW
  WHEN (NEW.created_by IS NOT NULL) EXECUTE FUNCTION "organization_unused_few"();
