/**
 * The items named on the command line; all of them if none is named.
 * @throws Error that lists the names, when one is unknown
 */
export function chosen<Item>(items: Readonly<Record<string, Item>>, names: readonly string[]): Item[] {
  if (names.length === 0) return Object.values(items);
  return names.map((name) => {
    const item = Object.hasOwn(items, name) ? items[name] : undefined;
    if (item === undefined) throw new Error(`There is no ${name}: it is one of ${Object.keys(items).join(", ")}.`);
    return item;
  });
}
