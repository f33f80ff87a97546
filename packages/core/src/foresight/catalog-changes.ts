import { CatalogComparison, CatalogImport, type ChangePlan, type ResourceChange } from "@fulmar/contract";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

type Item = CatalogComparison["items"][number];
type OfCatalog = Pick<ChangePlan, "changes" | "warnings">;

/** The most that are named of what stays as it is. */
const MOST_NAMED = 50;

/**
 * What an import of a catalog makes and leaves (docs/adr/0157), by its answer, which compares each item: the reading at its
 * path compares the starter catalog alone. Undefined for another change.
 */
export function changesOfCatalog({ operation, input, answer }: Rehearsed): OfCatalog | undefined {
  if (operation.id !== "operatorCatalog.import") return undefined;
  const { items } = CatalogComparison.parse(answer);
  const { plans = [], images = [], products = [] } = CatalogImport.parse(input);
  const given = new Map<string, Readonly<Record<string, unknown>>>([
    ...products.map((product) => [`product ${product.sku_code}`, product] as const),
    ...plans.map((plan) => [`plan ${plan.plan_id}`, plan] as const),
    ...images.map((image) => [`image ${image.template_id}`, image] as const),
  ]);
  const fieldsOf = ({ kind, id }: Item) =>
    Object.entries(given.get(`${kind} ${id}`) ?? {}).map(([field, to]) => ({ field, from: null, to }));
  const done = items.filter(({ state }) => state === "made" || state === "updated");
  const priced = done.filter(({ kind }) => kind === "product");
  const offers = done.flatMap((item): ResourceChange[] => {
    const { kind, id, state, detail } = item;
    if (kind === "product") return [];
    const isNew = state === "made" && detail?.startsWith("its price") !== true;
    const name = String(given.get(`${kind} ${id}`)?.name ?? id);
    return [
      { action: isNew ? "create" : "update", resource_type: kind, id, name, fields: isNew ? fieldsOf(item) : [] },
    ];
  });
  const prices = priced.map(({ id }) => ({
    field: id,
    from: null,
    to: given.get(`product ${id}`)?.hourly_price ?? null,
  }));
  const book = { action: "update", resource_type: "price_book", id: "standard", name: "standard" } as const;
  return { changes: [...(prices.length > 0 ? [{ ...book, fields: prices }] : []), ...offers], warnings: leftOf(items) };
}

const HOW = { differs: "stays as it is", updated: "follows the catalog", made: "is made", absent: "is not there" };

/** What differs and stays, and what is followed, in sentences. */
function leftOf(items: readonly Item[]): string[] {
  const told = items.flatMap(({ kind, id, state, detail }) =>
    detail === null || state === "same" ? [] : [`The ${kind} ${id} ${HOW[state]}: ${detail}.`],
  );
  const sentences = told.slice(0, MOST_NAMED);
  return told.length > MOST_NAMED ? [...sentences, `${told.length - MOST_NAMED} more differ.`] : sentences;
}
