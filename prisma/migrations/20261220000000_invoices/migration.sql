-- An invoice says what an organization used in a calendar month (UTC). It is written once, when the month is metered, and never changes (docs/adr/0084).
CREATE TABLE "invoice" (
    "organization_id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    -- Unique in the organization, and counted without a gap.
    "number" TEXT NOT NULL,
    -- Such as 2026-11.
    "month" TEXT NOT NULL,
    -- As it was when the invoice was issued. So are the names of its lines.
    "organization_name" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "total" NUMERIC(24,8) NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "invoice_pkey" PRIMARY KEY ("organization_id", "invoice_id"),
    CONSTRAINT "invoice_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("organization_id"),
    CONSTRAINT "invoice_month_check" CHECK ("month" ~ '^\d{4}-(0[1-9]|1[0-2])$')
);
CREATE UNIQUE INDEX "invoice_month_unique" ON "invoice" ("organization_id", "month");
CREATE UNIQUE INDEX "invoice_number_unique" ON "invoice" ("organization_id", "number");
CREATE UNIQUE INDEX "invoice_id_unique" ON "invoice" ("invoice_id");

-- The usage of one product in one workspace at one price.
CREATE TABLE "invoice_line" (
    "organization_id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "workspace_name" TEXT NOT NULL,
    "sku_code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    -- What the quantity counts, such as "gigabyte hour".
    "unit" TEXT NOT NULL,
    "quantity" NUMERIC(28,8) NOT NULL,
    "unit_price" NUMERIC(18,8) NOT NULL,
    "amount" NUMERIC(24,8) NOT NULL,

    CONSTRAINT "invoice_line_pkey" PRIMARY KEY ("organization_id", "invoice_id", "position"),
    CONSTRAINT "invoice_line_invoice_fkey" FOREIGN KEY ("organization_id", "invoice_id") REFERENCES "invoice" ("organization_id", "invoice_id")
);
SELECT "guard_workspace_rows"('invoice_line');

CREATE TRIGGER "invoice_history" BEFORE UPDATE OR DELETE ON "invoice" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_history"();
CREATE TRIGGER "invoice_history_whole" BEFORE TRUNCATE ON "invoice" EXECUTE FUNCTION "refuse_change_of_history"();
CREATE TRIGGER "invoice_line_history" BEFORE UPDATE OR DELETE ON "invoice_line" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_history"();
CREATE TRIGGER "invoice_line_history_whole" BEFORE TRUNCATE ON "invoice_line" EXECUTE FUNCTION "refuse_change_of_history"();

-- Months before this one have their invoices, if anything was used in them. Each month follows the one before, so that numbers have no gap.
ALTER TABLE "meter" ADD COLUMN "invoiced_until" DATE NOT NULL DEFAULT date_trunc('month', now() AT TIME ZONE 'UTC')::date;
-- Months that were metered before this version get their invoices, too.
UPDATE "meter" m SET "invoiced_until" = date_trunc('month', first."hour" AT TIME ZONE 'UTC')::date
  FROM (SELECT w."organization_id", min(u."hour") AS "hour"
          FROM "workspace" w
         CROSS JOIN LATERAL (SELECT r."hour" FROM "usage_record" r WHERE r."workspace_id" = w."workspace_id" ORDER BY r."hour" LIMIT 1) u
         GROUP BY w."organization_id") first
 WHERE first."organization_id" = m."organization_id" AND first."hour" < date_trunc('month', now(), 'UTC');
ALTER TABLE "meter" ADD CONSTRAINT "meter_invoiced_check" CHECK (extract(day FROM "invoiced_until") = 1);
CREATE INDEX "meter_invoice_due_idx" ON "meter" ("invoiced_until", "organization_id");
