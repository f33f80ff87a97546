import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { found } from "../request/domain-error.ts";

/** What of the catalog an operator retires. */
export type OfferKind = "plan" | "image";

// The image of adopted machines is no offer: it has position 0, and is listed to nobody.
const offers = statement(
  "catalog_offers",
  `SELECT 'plan' AS kind, plan_id AS id, name, cardinality(site_ids) AS sites, retired_at, position,
          (SELECT count(*)::int FROM vm WHERE vm.plan_id = plan.plan_id AND deleted_at IS NULL) AS vms
     FROM plan
    UNION ALL
   SELECT 'image', template_id, name, cardinality(site_ids), retired_at, position,
          (SELECT count(*)::int FROM vm WHERE vm.template_id = image.template_id AND deleted_at IS NULL)
     FROM image WHERE position > 0
    ORDER BY kind DESC, position`,
);

// One that is retired already keeps its time.
const setRetired = {
  plan: statement(
    "plan_set_retired",
    `UPDATE plan SET retired_at = CASE WHEN $retired::boolean THEN coalesce(retired_at, now()) END
      WHERE plan_id = $id RETURNING name, retired_at`,
  ),
  image: statement(
    "image_set_retired",
    `UPDATE image SET retired_at = CASE WHEN $retired::boolean THEN coalesce(retired_at, now()) END
      WHERE template_id = $id AND position > 0 RETURNING name, retired_at`,
  ),
};

/** A plan or an image, with the number of VMs that have it and of sites that offer it. */
type CatalogItem = RowOf<typeof offers>;

/** All plans, then all images, retired ones too, in the catalog's order. */
export async function listOffers({ sql }: Pick<Database, "sql">): Promise<readonly CatalogItem[]> {
  return sql.query(offers);
}

/**
 * Retires a plan or an image: it is not listed any more, and no VM gets it. VMs that have it keep it. Repeatable.
 * @throws DomainError 404
 */
export function retireOffer(database: Pick<Database, "sql">, kind: OfferKind, id: string) {
  return decide(database, kind, { id, retired: true });
}

/** Offers a retired plan or image again. Repeatable. @throws DomainError 404 */
export function restoreOffer(database: Pick<Database, "sql">, kind: OfferKind, id: string) {
  return decide(database, kind, { id, retired: false });
}

async function decide({ sql }: Pick<Database, "sql">, kind: OfferKind, decided: { id: string; retired: boolean }) {
  return found(await sql.maybe(setRetired[kind], decided), kind);
}
