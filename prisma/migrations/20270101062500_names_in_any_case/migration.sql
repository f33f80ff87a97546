-- Names that differ in capitals alone are one name to people. Where an installation has such, the later ones say their ids.
UPDATE "plan" SET "name" = "name" || ' (' || "plan_id" || ')'
 WHERE EXISTS (SELECT FROM "plan" "first"
                WHERE lower("first"."name") = lower("plan"."name")
                  AND ("first"."position", "first"."plan_id") < ("plan"."position", "plan"."plan_id"));
CREATE UNIQUE INDEX "plan_name_unique" ON "plan" (lower("name"));

UPDATE "price_book" SET "name" = "name" || ' (' || "book_id" || ')'
 WHERE EXISTS (SELECT FROM "price_book" "first"
                WHERE lower("first"."name") = lower("price_book"."name")
                  AND ("first"."created_at", "first"."book_id") < ("price_book"."created_at", "price_book"."book_id"));
CREATE UNIQUE INDEX "price_book_name_any_case_unique" ON "price_book" (lower("name"));

-- What an organization paid and was taxed, without its hours: the income of a month is what else the balance lost.
CREATE INDEX "ledger_entry_others_idx" ON "ledger_entry" ("organization_id", "entry_number") INCLUDE ("amount")
  WHERE "kind" <> 'usage';
