-- A budget is an amount that the organization, or one of its workspaces, should not spend more than in a calendar month (UTC). It refuses nothing:
-- it gives notice (docs/adr/0084).
CREATE TABLE "budget" (
    "organization_id" TEXT NOT NULL,
    "budget_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    -- Null: of the entire organization.
    "workspace_id" BIGINT,
    "amount" NUMERIC(18,8) NOT NULL,
    -- In percent of the amount: of what was spent, and of what is expected by the end of the month.
    "thresholds" INTEGER[] NOT NULL,
    "forecast_thresholds" INTEGER[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "budget_pkey" PRIMARY KEY ("organization_id", "budget_id"),
    CONSTRAINT "budget_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("organization_id"),
    CONSTRAINT "budget_workspace_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace" ("organization_id", "workspace_id"),
    CONSTRAINT "budget_amount_check" CHECK ("amount" > 0),
    CONSTRAINT "budget_thresholds_filled" CHECK (array_position("thresholds", NULL) IS NULL),
    CONSTRAINT "budget_forecast_thresholds_filled" CHECK (array_position("forecast_thresholds", NULL) IS NULL)
);
CREATE UNIQUE INDEX "budget_name_unique" ON "budget" ("organization_id", "name");
CREATE UNIQUE INDEX "budget_id_unique" ON "budget" ("budget_id");
SELECT "guard_workspace_rows"('budget');
SELECT "announce_changes"('budget', 'budget', 'budget_id', '{}', 'organization_id');

-- Every budget is evaluated every few minutes, so their number has a limit. Inserts of one organization wait for each other.
CREATE FUNCTION "limit_budgets"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1718580084, hashtext(NEW.organization_id));
  IF (SELECT count(*) FROM budget WHERE organization_id = NEW.organization_id) >= 100 THEN
    RAISE EXCEPTION 'an organization has at most 100 budgets: constraint "budget_limit"' USING ERRCODE = 'check_violation', CONSTRAINT = 'budget_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "budget_limited" BEFORE INSERT ON "budget" FOR EACH ROW EXECUTE FUNCTION "limit_budgets"();

-- That a threshold was reached in a month. The key is what makes each give notice once.
CREATE TABLE "budget_notice" (
    "organization_id" TEXT NOT NULL,
    "budget_id" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "basis" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "budget_notice_pkey" PRIMARY KEY ("organization_id", "budget_id", "month", "basis", "percent"),
    CONSTRAINT "budget_notice_basis_check" CHECK ("basis" IN ('spent', 'expected')),
    CONSTRAINT "budget_notice_budget_fkey" FOREIGN KEY ("organization_id", "budget_id") REFERENCES "budget" ("organization_id", "budget_id") ON DELETE CASCADE
);
SELECT "announce_changes"('budget_notice', 'budget', 'budget_id', '{}', 'organization_id');

ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'budget_reached', 'invitation', 'member_removed', 'new_sign_in', 'password_changed', 'password_reset', 'second_factor_off', 'second_factor_on',
  'wallet_suspended', 'webhook_switched_off'));
