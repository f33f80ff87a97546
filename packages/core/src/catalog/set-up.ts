import type { OperatorOverview } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";

/** What an operator has to do before all that is listed can be bought, with the ids of what it concerns. */
export type SetUpStep = OperatorOverview["set_up"][number];

/** SQL: whether the product `s` has no price, and is to get none. */
const UNPRICED = `NOT EXISTS (SELECT FROM price p WHERE p.book_id = 'standard' AND p.sku_code = s.sku_code)`;

// The image of adopted machines is no offer: it has position 0.
const read = statement(
  "set_up_read",
  `SELECT EXISTS (SELECT FROM site WHERE removed_at IS NULL AND closed_at IS NULL) AS has_site,
          EXISTS (SELECT FROM plan WHERE retired_at IS NULL) AS has_plan,
          EXISTS (SELECT FROM image WHERE retired_at IS NULL AND position > 0 AND site_ids <> '{}') AS has_image,
          ARRAY(SELECT plan_id FROM plan WHERE retired_at IS NULL AND site_ids = '{}' ORDER BY position) AS plan_sites,
          ARRAY(SELECT plan.plan_id FROM plan LEFT JOIN sku s USING (sku_code) WHERE retired_at IS NULL AND ${UNPRICED}
                 ORDER BY position) AS plan_prices,
          ARRAY(SELECT s.sku_code FROM sku s
                 WHERE ${UNPRICED} AND NOT EXISTS (SELECT FROM plan WHERE plan.sku_code = s.sku_code)
                 ORDER BY s.family, s.sku_code) AS product_prices,
          EXISTS (SELECT FROM seller) AS has_seller`,
);

/** The steps that are left until this installation sells all that it lists, in the order in which to do them. */
export async function setUpSteps({ sql }: { readonly sql: Sql }): Promise<SetUpStep[]> {
  const { has_site, has_plan, has_image, plan_sites, plan_prices, product_prices, has_seller } = await sql.one(read);
  const steps: readonly (SetUpStep & { readonly left: boolean })[] = [
    { step: "site", ids: [], left: !has_site },
    { step: "plan", ids: [], left: !has_plan },
    { step: "image", ids: [], left: has_site && !has_image },
    { step: "plan_site", ids: plan_sites, left: has_site && plan_sites.length > 0 },
    { step: "plan_price", ids: plan_prices, left: plan_prices.length > 0 },
    { step: "product_price", ids: product_prices, left: product_prices.length > 0 },
    { step: "seller", ids: [], left: !has_seller },
  ];
  return steps.filter(({ left }) => left).map(({ step, ids }) => ({ step, ids }));
}
