// The catalog as a file (docs/adr/0116): what it has and the installation has not is made; the rest is compared.
import { CatalogFile, type FilePlan, NORMAL_FORMS, productOfPlan } from "@fulmar/contract";
import { type Database, type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import { CURRENCY, isProduct, readCurrency, STANDARD_BOOK, setPrice } from "../billing/index.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { type Installed, type Price, priceOf, readInstalled } from "./installed-catalog.ts";

// The first price of a product holds since ever.
const insertPrices = statement(
  "catalog_insert_prices",
  `INSERT INTO price (book_id, sku_code, valid_from, hourly_price, monthly_cap, free_quantity)
   SELECT 'standard', p.sku_code, 'epoch', p.hourly_price, p.monthly_cap, p.free_quantity
     FROM jsonb_populate_recordset(NULL::price, $prices::jsonb) AS p`,
);

const showPrices = statement(
  "catalog_show_prices",
  `UPDATE sku SET hourly_price = p.hourly_price FROM jsonb_populate_recordset(NULL::price, $prices::jsonb) AS p
    WHERE sku.sku_code = p.sku_code AND sku.hourly_price IS DISTINCT FROM p.hourly_price`,
);

const insertPlans = statement(
  "catalog_insert_plans",
  `WITH listed AS (
     SELECT p.*, item->>'hourly_price' AS price, place
       FROM jsonb_array_elements($plans::jsonb) WITH ORDINALITY AS listed (item, place),
            jsonb_populate_record(NULL::plan, item) AS p
   ), product AS (
     INSERT INTO sku (sku_code, family, name, unit, hourly_price, currency)
     SELECT sku_code, 'compute', name, 'instance', price::numeric, ${CURRENCY} FROM listed
         ON CONFLICT (sku_code) DO NOTHING
   )
   INSERT INTO plan (plan_id, name, type, family, sku_code, cpu, ram_mb, disk_gb, gpu_model, gpu_count, site_ids,
                     retired_at, position)
   SELECT plan_id, name, type, family, sku_code, cpu, ram_mb, disk_gb, gpu_model, gpu_count, site_ids, retired_at,
          place + (SELECT coalesce(max(position), 0) FROM plan)
     FROM listed`,
);

// Images that servers brought come after those of catalogs.
const insertImages = statement(
  "catalog_insert_images",
  `INSERT INTO image (template_id, name, os_type, os_distro, version, min_disk_gb, site_ids, retired_at, position)
   SELECT i.template_id, i.name, i.os_type, i.os_distro, i.version, i.min_disk_gb, $site_ids::text[], i.retired_at,
          place + (SELECT coalesce(max(position), 0) FROM image WHERE position < 1000)
     FROM jsonb_array_elements($images::jsonb) WITH ORDINALITY AS listed (item, place),
          jsonb_populate_record(NULL::image, item) AS i`,
);

const updatePlan = statement(
  "catalog_update_plan",
  `UPDATE plan SET name = $name, family = $family, site_ids = $site_ids::text[],
          retired_at = CASE WHEN $retired::boolean THEN coalesce(retired_at, now()) END
    WHERE plan_id = $plan_id`,
);

const updateImage = statement(
  "catalog_update_image",
  `UPDATE image SET name = $name, os_type = $os_type, os_distro = $os_distro, version = $version,
          min_disk_gb = $min_disk_gb, retired_at = CASE WHEN $retired::boolean THEN coalesce(retired_at, now()) END
    WHERE template_id = $template_id`,
);

type HasSql = Pick<Database, "sql">;

/** What an import found of an item of the file, and did. */
export interface CatalogChange {
  readonly kind: "product" | "plan" | "image";
  readonly id: string;
  /** `differs`: it is there, is not as in the file, and stays as it is. */
  readonly state: "made" | "same" | "differs" | "updated";
  /** What is not as in the file, or where the file could not be followed. */
  readonly detail: string | null;
}

interface ImportOptions {
  /** Makes what differs as in the file: a price from the next hour on. The size of a plan stays, since VMs have it. */
  readonly update?: boolean;
  /** Only says what an import would do. */
  readonly dryRun?: boolean;
}

/** Checks a catalog that was read from a file. @throws DomainError 400 that names the field */
export function parseCatalog(content: unknown): CatalogFile {
  return parseBy(CatalogFile, content);
}

/** @throws DomainError 400 for prices in another currency than the installation's */
async function requireCurrency(sql: Sql, currency: string): Promise<void> {
  const own = await readCurrency(sql);
  if (currency !== own)
    throw invalidField("currency", `must be ${own}, the currency of this installation: set the prices in it`);
}

/**
 * Makes what the file has and the installation has not, and says what differs. Repeatable.
 * @throws DomainError 400 that names the field, 409 for a name that another plan has
 */
export async function importCatalog(
  database: Pick<Database, "transaction" | "rehearse">,
  file: CatalogFile,
  { update = false, dryRun = false }: ImportOptions = {},
): Promise<readonly CatalogChange[]> {
  const work = ({ sql }: HasSql) => importWithin(sql, file, update);
  return dryRun ? database.rehearse(work) : database.transaction(work);
}

/** Does so within a transaction. @throws DomainError as `importCatalog` */
export async function importWithin(sql: Sql, file: CatalogFile, update: boolean): Promise<readonly CatalogChange[]> {
  try {
    return await importInto(sql, file, update);
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "plan_name_key")
      throw conflict("name_taken", "A plan of the file has the name of another plan; rename one of them.");
    if (constraint === "plan_sku_code_key")
      throw conflict("name_taken", "A plan of the file has the product (sku_code) of another plan; choose another.");
    throw error;
  }
}

/** Compares a catalog with what the installation has, and changes nothing. */
export async function compareCatalog(sql: Sql, file: CatalogFile): Promise<readonly (CatalogChange | Absent)[]> {
  return (await compared(sql, file, await readInstalled(sql), false)).map((item) =>
    item.state === "made" ? { ...item, state: "absent" } : item,
  );
}

type Absent = Omit<CatalogChange, "state"> & { readonly state: "absent" };

async function importInto(sql: Sql, given: CatalogFile, update: boolean): Promise<readonly CatalogChange[]> {
  const file = withNormalPrices(given);
  await requireCurrency(sql, file.currency);
  const installed = await readInstalled(sql);
  for (const [index, { sku_code }] of file.products.entries())
    if (!isProduct(sku_code))
      throw invalidField(`products.${index}.sku_code`, "must be a product of this release; a plan has its own price");
  for (const [index, plan] of file.plans.entries())
    if (isProduct(codeOf(plan, installed)))
      throw invalidField(`plans.${index}.sku_code`, "must not be a product that is there besides plans");
  await insertMissing(sql, file, installed);
  return compared(sql, file, installed, update);
}

/** The file with prices as the database gives them, so that `0.010` is no other price than `0.01`. */
function withNormalPrices({ products, plans, ...file }: CatalogFile): CatalogFile {
  const normal = (amount: string | null) => (amount === null ? null : NORMAL_FORMS.decimal(amount));
  const priced = <Item extends Price>(item: Item): Item => ({
    ...item,
    hourly_price: normal(item.hourly_price),
    monthly_cap: normal(item.monthly_cap),
    free_quantity: normal(item.free_quantity),
  });
  return { ...file, products: products.map(priced), plans: plans.map(priced) };
}

/** What of a file is there, and what differs, which an update changes. */
async function compared(
  sql: Sql,
  file: CatalogFile,
  installed: Installed,
  update: boolean,
): Promise<readonly CatalogChange[]> {
  const changes: CatalogChange[] = [];
  for (const product of file.products) changes.push(await followProduct(sql, product, installed, update));
  for (const plan of file.plans) changes.push(await followPlan(sql, plan, installed, update));
  for (const image of file.images) changes.push(await followImage(sql, image, installed, update));
  return changes;
}

async function insertMissing(sql: Sql, file: CatalogFile, installed: Installed): Promise<void> {
  const priced = [...file.products, ...file.plans.map((plan) => ({ ...plan, sku_code: codeOf(plan, installed) }))];
  const prices = priced
    .filter((item) => getsPrice(item, item.sku_code, installed))
    .map(({ sku_code, ...item }) => ({ sku_code, ...priceOf(item) }));
  if (prices.length > 0) await sql.query(insertPrices, { prices: JSON.stringify(prices) });
  const now = new Date();
  const plans = file.plans
    .filter(({ plan_id }) => !installed.plans.has(plan_id))
    .map((plan) => ({
      ...plan,
      sku_code: codeOf(plan, installed),
      type: plan.family === "gpu" ? "gpu" : "cloud",
      site_ids: sitesOf(plan, installed).ids,
      retired_at: plan.retired ? now : null,
    }));
  if (plans.length > 0) await sql.query(insertPlans, { plans: JSON.stringify(plans) });
  if (prices.length > 0) await sql.query(showPrices, { prices: JSON.stringify(prices) });
  const images = file.images
    .filter(({ template_id }) => !installed.images.has(template_id))
    .map((image) => ({ ...image, retired_at: image.retired ? now : null }));
  const site_ids = installed.sites
    .filter(({ provider }) => /^simulated(:|$)/.test(provider))
    .map((site) => site.site_id);
  if (images.length > 0) await sql.query(insertImages, { images: JSON.stringify(images), site_ids });
}

/** Whether a product gets its first price. A price that is there is only followed by another. */
function getsPrice({ hourly_price }: Price, sku_code: string, { products }: Installed): boolean {
  return hourly_price !== null && (products.get(sku_code)?.hourly_price ?? null) === null;
}

/** The code of the product of a plan that is there, or else of the file. */
function codeOf(plan: FilePlan, { plans }: Installed): string {
  return plans.get(plan.plan_id)?.sku_code ?? productOfPlan(plan);
}

/** The sites of a plan of the file that are there, and the names of those that are not. */
function sitesOf({ sites: rule }: Pick<FilePlan, "sites">, { sites }: Pick<Installed, "sites">) {
  const named = Array.isArray(rule) ? rule : rule === "all" ? sites.map(({ name }) => name) : [];
  return {
    ids: sites.filter(({ name }) => named.includes(name)).map(({ site_id }) => site_id),
    absent: named.filter((name) => sites.every((site) => site.name !== name)),
  };
}

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** The fields in which two differ, as text: `cpu 1, not 2`. */
function differences(present: Values, wanted: Values): string[] {
  return Object.entries(wanted)
    .filter(([field, value]) => (present[field] ?? null) !== value)
    .map(([field, value]) => `${field} ${shown(present[field] ?? null)}, not ${shown(value)}`);
}

const shown = (value: Values[string]) => (value === null || value === "" ? "none" : String(value));

/** Sets the price of a product that differs. @returns what differed. A file without a price says nothing about it. */
async function followPrice(sql: Sql, sku_code: string, wanted: Price, { products }: Installed, update: boolean) {
  const present = products.get(sku_code);
  if (wanted.hourly_price === null || (present?.hourly_price ?? null) === null || present === undefined) return [];
  const differing = differences(priceOf(present), priceOf(wanted));
  if (differing.length > 0 && update) await setPrice({ sql }, { book_id: STANDARD_BOOK, sku_code, ...priceOf(wanted) });
  return differing;
}

async function followProduct(
  sql: Sql,
  product: CatalogFile["products"][number],
  installed: Installed,
  update: boolean,
): Promise<CatalogChange> {
  const of = { kind: "product", id: product.sku_code } as const;
  if (getsPrice(product, product.sku_code, installed)) return { ...of, state: "made", detail: null };
  return judged(of, await followPrice(sql, product.sku_code, product, installed, update), [], update);
}

async function followPlan(sql: Sql, plan: FilePlan, installed: Installed, update: boolean): Promise<CatalogChange> {
  const of = { kind: "plan", id: plan.plan_id } as const;
  const { ids: site_ids, absent } = sitesOf(plan, installed);
  const missing = absent.map((name) => `no site ${name} is there`);
  const present = installed.plans.get(plan.plan_id);
  if (present === undefined) return { ...of, state: "made", detail: missing.join("; ") || null };
  const { name, family, retired, cpu, ram_mb, disk_gb, gpu_model, gpu_count } = plan;
  const prices = await followPrice(sql, present.sku_code, plan, installed, update);
  const namesOf = (ids: readonly string[]) =>
    installed.sites.flatMap((site) => (ids.includes(site.site_id) ? [site.name] : [])).join(" and ");
  const was = { ...present, site_ids: null, organization_ids: null, sites: namesOf(present.site_ids) };
  const changeable = differences(was, { name, family, retired, sites: namesOf(site_ids) });
  const size = { cpu, ram_mb, disk_gb, gpu_model, gpu_count, sku_code: plan.sku_code ?? present.sku_code };
  const fixed = differences(was, size).map((text) => `${text}: make another plan`);
  // A family of other machines comes with another number of GPUs, which stays.
  if (changeable.length > 0 && update && fixed.length === 0) {
    // At a closed site, VMs that have the plan keep it.
    const closed = present.site_ids.filter((id) => installed.sites.every(({ site_id }) => site_id !== id));
    const changed = { name, family, retired, site_ids: [...site_ids, ...closed] };
    await sql.query(updatePlan, { plan_id: plan.plan_id, ...changed });
  }
  const followed = fixed.length === 0 ? [...prices, ...changeable] : prices;
  const kept = fixed.length === 0 ? missing : [...changeable, ...fixed, ...missing];
  if (getsPrice(plan, present.sku_code, installed))
    return { ...of, state: "made", detail: ["its price", ...changeable, ...fixed, ...missing].join("; ") };
  return judged(of, followed, kept, update);
}

async function followImage(
  sql: Sql,
  image: CatalogFile["images"][number],
  installed: Installed,
  update: boolean,
): Promise<CatalogChange> {
  const of = { kind: "image", id: image.template_id } as const;
  const present = installed.images.get(image.template_id);
  if (present === undefined) return { ...of, state: "made", detail: null };
  const differing = differences({ ...present }, image);
  if (differing.length > 0 && update) await sql.query(updateImage, image);
  return judged(of, differing, [], update);
}

/** @param followed what an update makes as in the file @param kept what it cannot */
function judged(
  of: Pick<CatalogChange, "kind" | "id">,
  followed: readonly string[],
  kept: readonly string[],
  update: boolean,
): CatalogChange {
  const detail = [...followed, ...kept].join("; ") || null;
  if (followed.length > 0 && update) return { ...of, state: "updated", detail };
  return { ...of, state: detail === null ? "same" : "differs", detail };
}
