-- Invoices have tax (docs/adr/0117). Nothing has any until an operator sets a rate.

-- The rate of a country from a day (UTC) on, until the next one of the country.
CREATE TABLE "tax_rate" (
  "rate_id"        text NOT NULL,
  -- ISO 3166-1 alpha-2.
  "country"        text NOT NULL,
  "valid_from"     date NOT NULL,
  -- What invoices call it, such as VAT.
  "name"           text NOT NULL,
  "percent"        numeric(7,4) NOT NULL,
  -- A customer with a VAT number pays none and owes it to the tax office of their country.
  "reverse_charge" boolean NOT NULL,
  "created_at"     timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "tax_rate_pkey" PRIMARY KEY ("rate_id"),
  CONSTRAINT "tax_rate_day_unique" UNIQUE ("country", "valid_from"),
  CONSTRAINT "tax_rate_country_check" CHECK ("country" ~ '^[A-Z]{2}$'),
  CONSTRAINT "tax_rate_percent_check" CHECK ("percent" BETWEEN 0 AND 100)
);

-- What has begun is neither changed nor removed, only followed. A rate may begin today: no invoice of this month is issued yet.
CREATE FUNCTION "keep_past_taxes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.valid_from < (clock_timestamp() AT TIME ZONE 'UTC')::date
     OR TG_OP <> 'INSERT' AND OLD.valid_from <= (clock_timestamp() AT TIME ZONE 'UTC')::date THEN
    RAISE EXCEPTION 'what has begun is only followed: constraint "tax_rate_past_kept"' USING ERRCODE = 'check_violation', CONSTRAINT = 'tax_rate_past_kept';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER "tax_rate_past" BEFORE INSERT OR UPDATE OR DELETE ON "tax_rate" FOR EACH ROW EXECUTE FUNCTION "keep_past_taxes"();

-- Who invoices are made out to. A VAT number is kept without spaces.
CREATE TABLE "billing_details" (
  "organization_id" text NOT NULL,
  "legal_name"      text NOT NULL,
  "address_lines"   text[] NOT NULL CHECK (array_position("address_lines", NULL) IS NULL),
  "postal_code"     text,
  "city"            text,
  "country"         text NOT NULL,
  "vat_number"      text,
  "email"           text,
  "updated_at"      timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "billing_details_pkey" PRIMARY KEY ("organization_id"),
  CONSTRAINT "billing_details_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("organization_id") ON DELETE CASCADE,
  CONSTRAINT "billing_details_country_check" CHECK ("country" ~ '^[A-Z]{2}$')
);

-- Who invoices are from: one row at most.
CREATE TABLE "seller" (
  "singleton"     boolean NOT NULL DEFAULT true,
  "legal_name"    text NOT NULL,
  "address_lines" text[] NOT NULL CHECK (array_position("address_lines", NULL) IS NULL),
  "postal_code"   text,
  "city"          text,
  "country"       text NOT NULL,
  "vat_number"    text,
  "updated_at"    timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "seller_pkey" PRIMARY KEY ("singleton"),
  CONSTRAINT "seller_singleton_check" CHECK ("singleton"),
  CONSTRAINT "seller_country_check" CHECK ("country" ~ '^[A-Z]{2}$')
);

-- The decimals of a currency (ISO 4217).
CREATE FUNCTION "currency_decimals"("of_currency" text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN of_currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') THEN 0
    WHEN of_currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
    WHEN of_currency IN ('CLF', 'UYW') THEN 4
    ELSE 2 END
$$;

-- The tax on a sum, rounded half up: the one place where it is. Sums are not negative.
CREATE FUNCTION "tax_on"("net" numeric, "percent" numeric, "decimals" integer) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT round(net * percent * 0.01, decimals)
$$;

-- The rate that an organization has on a day: its country's, or the seller's while it has said none. No row without one.
CREATE FUNCTION "tax_rate_of"("of_organization" text, "on_day" date)
  RETURNS TABLE ("name" text, "country" text, "percent" numeric, "reverse_charge" boolean) LANGUAGE sql STABLE AS $$
  SELECT r.name, r.country, CASE WHEN buyer.reverse THEN 0 ELSE r.percent END, buyer.reverse
    FROM (SELECT of_organization AS organization_id) AS asked
    LEFT JOIN billing_details b ON b.organization_id = asked.organization_id
    LEFT JOIN seller s ON true
    JOIN tax_rate r ON r.country = coalesce(b.country, s.country) AND r.valid_from <= on_day
   CROSS JOIN LATERAL (SELECT r.reverse_charge AND b.vat_number IS NOT NULL AS reverse) AS buyer
   ORDER BY r.valid_from DESC LIMIT 1
$$;

-- Older invoices have no tax and stay as they are. `total` is with the tax.
ALTER TABLE "invoice"
  ADD COLUMN "tax_total" numeric(24,8) NOT NULL DEFAULT 0,
  -- Each with name, country, percent, net, tax and reverse_charge.
  ADD COLUMN "tax_lines" jsonb NOT NULL DEFAULT '[]',
  -- As they were when the invoice was issued, where they were known.
  ADD COLUMN "buyer" jsonb,
  ADD COLUMN "seller" jsonb;

-- The release before does not know the kind, so it is only written once an operator has set a rate. The reference is the number of the
-- invoice, whose tax is taken once.
ALTER TABLE "ledger_entry"
  DROP CONSTRAINT "ledger_entry_kind_check",
  ADD CONSTRAINT "ledger_entry_kind_check" CHECK ("kind" IN ('opening', 'top_up', 'usage', 'adjustment', 'tax')),
  ADD CONSTRAINT "ledger_entry_tax_check" CHECK ("kind" <> 'tax' OR ("amount" < 0 AND "reference" IS NOT NULL));
