import type { Operation } from "@fulmar/contract";
import type { z } from "zod";
import type { AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";

/** The orders of a list, default first; only the default where there is no choice. */
export function sortsOf(operation: Operation): readonly (string | undefined)[] {
  const { sort } = operation.query.shape as { sort?: z.ZodDefault<z.ZodEnum> };
  if (sort === undefined) return [undefined];
  const own = String(sort.def.defaultValue);
  return [own, ...sort.def.innerType.options.map(String).filter((each) => each !== own)];
}

/** The query fields of each order, with and without a search that matches every row. All rows must be of one kind. */
export async function ordersOf(
  fixture: ExampleFixture,
  operation: Operation,
  request: AnyRequest,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const sorts = sortsOf(operation).map((sort) => (sort === undefined ? {} : { sort }));
  if (!("search" in operation.query.shape)) return sorts;
  const { body } = await fixture.send(operation, request, { query: { limit: "1" } });
  const search = nameOf(body[0]).slice(0, 3).toUpperCase();
  return sorts.flatMap((sort) => [sort, { ...sort, search }]);
}

/** The displayed name of a list's row. */
export function nameOf(item: Readonly<Record<string, unknown>>): string {
  return String(item.name ?? item.key ?? item.label);
}
