import { type Statement, statement } from "@fulmar/prisma";
import { invalidField } from "../request/domain-error.ts";
import type { IdentifierPrefix } from "../request/identifiers.ts";
import { decodeCursor } from "./paging.ts";

/** The orders of a list: by age or by its naming field. `-` reverses an order. */
export type Sort<By extends string> = "created_at" | "-created_at" | By | `-${By}`;

/**
 * The position where a page of a sorted list begins, as its statement takes it: after the row with this id and, when
 * ordered by name, this name.
 */
export type ListPosition = readonly [id: string] | readonly [id: string, name: string];

interface SortedList<Name extends string, By extends string> {
  /** The prefix of the statements' names. Each adds its order. */
  readonly name: Name;
  readonly by: By;
  /** The column that names a row. Its index is on `lower(column) COLLATE "C"` and the id. */
  readonly column: string;
  /** The id column, which sorts by age. */
  readonly id: string;
  /**
   * The statement's text in one order. `after(position)` is true for rows after a position, which is a parameter of
   * type text[].
   */
  readonly text: (order: { readonly after: (position: string) => string; readonly orderBy: string }) => string;
}

/**
 * Declares a list's statement in each of its orders, so that the index is chosen when the statement is prepared, not by
 * a value. Kernel: the keys made here are those of the type.
 */
export function inEachOrder<const Name extends string, const By extends string>({
  name,
  by,
  column,
  id,
  text,
}: SortedList<Name, By>): Readonly<Record<Sort<By>, Statement<`${Name}_by_${Sort<By>}`>>> {
  const named = `lower(${column}) COLLATE "C"`;
  const inOrder = (sort: string, compare: "<" | ">", direction: "ASC" | "DESC") => {
    const byName = sort.endsWith(by);
    const order = {
      after: (position: string) =>
        byName
          ? `(${position}::text[] IS NULL OR (${named}, ${id}) ${compare} (lower((${position}::text[])[2]) COLLATE "C", (${position}::text[])[1]))`
          : `(${position}::text[] IS NULL OR ${id} ${compare} (${position}::text[])[1])`,
      orderBy: byName ? `${named} ${direction}, ${id} ${direction}` : `${id} ${direction}`,
    };
    return [sort, statement(`${name}_by_${sort}`, text(order))] as const;
  };
  const orders = [
    inOrder("created_at", ">", "ASC"),
    inOrder("-created_at", "<", "DESC"),
    inOrder(by, ">", "ASC"),
    inOrder(`-${by}`, "<", "DESC"),
  ];
  return Object.fromEntries(orders) as Readonly<Record<Sort<By>, Statement<`${Name}_by_${Sort<By>}`>>>;
}

/**
 * The position in a cursor of a sorted list, or null at the beginning.
 * @param prefix of the ids of its rows
 * @throws DomainError 400 if the cursor belongs to another order
 */
export function positionIn<By extends string>(
  sort: Sort<By>,
  prefix: IdentifierPrefix,
  cursor: string | undefined,
): ListPosition | null {
  const key = decodeCursor(cursor, new RegExp(`^(-?[a-z_]+ )?${prefix}_[0-9a-z_]+( .*)?$`));
  if (key === undefined) return null;
  const [order, id, ...name] = key.includes(" ") ? key.split(" ") : ["-created_at", key];
  const byName = sort !== "created_at" && sort !== "-created_at";
  if (order !== sort || id === undefined || byName !== name.length > 0)
    throw invalidField("cursor", "must be a cursor of a page in the same order");
  return byName ? [id, name.join(" ")] : [id];
}

/** The sort key of a row, for its cursor. In the default order, newest first, it is the id alone. */
export function keyIn<By extends string>(sort: Sort<By>, id: string, name: string): string {
  if (sort === "-created_at") return id;
  return sort === "created_at" ? `${sort} ${id}` : `${sort} ${id} ${name}`;
}
