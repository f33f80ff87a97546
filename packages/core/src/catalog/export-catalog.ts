// The catalog as a file that an import takes (docs/adr/0157).
import { CatalogFile, type FilePlan, fieldErrorsOf } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";
import { isProduct, readCurrency } from "../billing/index.ts";
import { conflict } from "../request/domain-error.ts";
import { priceOf, readInstalled } from "./installed-catalog.ts";

/**
 * The catalog of the installation as a file: prices of the standard book that hold in an hour, plans and images. Plans
 * that are sold to some organizations alone are left out: elsewhere nobody could buy them. An import of the file
 * changes nothing. Five statements, however much there is.
 * @throws DomainError 409 for what no import would take, such as more than 1000 plans
 */
export async function exportCatalog({ sql }: Pick<Database, "sql">): Promise<CatalogFile> {
  const { products, plans, images, sites } = await readInstalled(sql);
  // A site that is added sells every plan without a GPU.
  const sitesIn = (ids: readonly string[], gpus: number): FilePlan["sites"] => {
    const named = sites.filter(({ site_id }) => ids.includes(site_id)).map(({ name }) => name);
    if (named.length === sites.length && (sites.length > 0 || gpus === 0)) return "all";
    return named.length === 0 ? "none" : named;
  };
  const file = {
    format: 1,
    currency: await readCurrency(sql),
    products: [...products.values()]
      .filter(({ sku_code, hourly_price }) => isProduct(sku_code) && hourly_price !== null)
      .map(({ sku_code, ...product }) => ({ sku_code, ...priceOf(product) })),
    plans: [...plans.values()]
      .filter(({ organization_ids }) => organization_ids === null)
      .map(({ site_ids, organization_ids, ...plan }) => ({
        ...plan,
        ...priceOf(products.get(plan.sku_code) ?? { hourly_price: null, monthly_cap: null, free_quantity: null }),
        sites: sitesIn(site_ids, plan.gpu_count),
      })),
    images: [...images.values()],
  };
  const { success, data, error } = CatalogFile.safeParse(file);
  if (success) return data;
  const [first] = fieldErrorsOf(error);
  throw conflict(
    "catalog_not_a_file",
    `No import would take this catalog as a file: ${first?.field} ${first?.message}. Change that first.`,
  );
}
