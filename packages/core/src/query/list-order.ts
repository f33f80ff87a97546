import { type Statement, statement } from "@fulmar/prisma";
import { invalidField } from "../request/domain-error.ts";
import { type IdentifierPrefix, NEWER_THAN_ALL } from "../request/identifiers.ts";
import { decodeCursor } from "./paging.ts";

/** The orders of a list: by age or by one of its fields. `-` reverses an order. */
export type Sort<By extends string> = "created_at" | "-created_at" | By | `-${By}`;

/**
 * The position where a page of a sorted list begins, as its statement takes it: after the row with this id and, when
 * ordered by a field, this value.
 */
export type ListPosition = readonly [id: string] | readonly [id: string, value: string];

/** How values of a field are compared: as what, and what is less or greater than each of them. */
interface Comparison {
  readonly sorted: (value: string) => string;
  /** The field's value in a position, in SQL. */
  readonly read: (text: string) => string;
  readonly least: string;
  readonly greatest: string;
  /** The format of a value in a cursor. */
  readonly format: RegExp;
}

const numbers = (type: string, greatest: string, format: RegExp): Comparison => ({
  sorted: (value) => value,
  read: (text) => `${text}::${type}`,
  least: "-1",
  greatest,
  format,
});

const TEXTS: Comparison = {
  sorted: (value) => `lower(${value}) COLLATE "C"`,
  read: (text) => text,
  least: "''",
  greatest: "chr(1114111)",
  format: /^/,
};

/** The fields that are compared as numbers. All others are texts. */
const NUMBERS: ReadonlyMap<string, Comparison> = new Map([
  ["monthly_price", numbers("numeric", "'Infinity'", /^\d{1,24}(\.\d{1,8})?$/)],
  ["size_gb", numbers("integer", "2147483647", /^\d{1,9}$/)],
]);

interface SortedList<Name extends string, By extends string> {
  /** The prefix of the statements' names. Each adds its order. */
  readonly name: Name;
  /**
   * The column of each field that the list can be sorted by. It has an index, on `lower(column) COLLATE "C"` if it is
   * text, and the id.
   */
  readonly by: Readonly<Record<By, string>>;
  /** The id column, which sorts by age. */
  readonly id: string;
  /**
   * The statement's text in one order. `after(position)` is true for rows after a position, which is a parameter of
   * type text[].
   */
  readonly text: (order: { readonly after: (position: string) => string; readonly orderBy: string }) => string;
}

const NEWEST = `'${NEWER_THAN_ALL}'`;

/**
 * Declares a list's statement in each of its orders, so that the index is chosen when the statement is prepared, not by
 * a value. Kernel: the keys made here are those of the type.
 */
export function inEachOrder<const Name extends string, const By extends string>({
  name,
  by,
  id,
  text,
}: SortedList<Name, By>): Readonly<Record<Sort<By>, Statement<`${Name}_by_${Sort<By>}`>>> {
  // A first page begins beyond all rows, not without a condition, so that even a plan for any position scans the index.
  const idAt = (position: string, beyond: string) => `coalesce((${position}::text[])[1], ${beyond})`;
  const byAge = (sort: string, compare: "<" | ">", direction: "ASC" | "DESC") => {
    const after = (position: string) => `${id} ${compare} ${idAt(position, compare === ">" ? "''" : NEWEST)}`;
    return [sort, statement(`${name}_by_${sort}`, text({ after, orderBy: `${id} ${direction}` }))] as const;
  };
  const byField = (field: string, column: string) => {
    const { sorted, read, least, greatest } = NUMBERS.get(field) ?? TEXTS;
    const inOrder = (sort: string, compare: "<" | ">", direction: "ASC" | "DESC") => {
      const [beyond, idBeyond] = compare === ">" ? [least, "''"] : [greatest, NEWEST];
      const after = (position: string) => {
        const value = `coalesce(${read(`(${position}::text[])[2]`)}, ${beyond})`;
        return `(${sorted(column)}, ${id}) ${compare} (${sorted(value)}, ${idAt(position, idBeyond)})`;
      };
      const orderBy = `${sorted(column)} ${direction}, ${id} ${direction}`;
      return [sort, statement(`${name}_by_${sort}`, text({ after, orderBy }))] as const;
    };
    return [inOrder(field, ">", "ASC"), inOrder(`-${field}`, "<", "DESC")];
  };
  const orders = [
    byAge("created_at", ">", "ASC"),
    byAge("-created_at", "<", "DESC"),
    ...Object.entries<string>(by).flatMap(([field, column]) => byField(field, column)),
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
  const [order, id, ...rest] = key.includes(" ") ? key.split(" ") : ["-created_at", key];
  const byField = sort !== "created_at" && sort !== "-created_at";
  const value = rest.join(" ");
  const format = NUMBERS.get(fieldOf(sort))?.format;
  if (order !== sort || id === undefined || byField !== rest.length > 0 || format?.test(value) === false)
    throw invalidField("cursor", "must be a cursor of a page in the same order");
  return byField ? [id, value] : [id];
}

/**
 * The sort key of a row, for its cursor. In the default order, newest first, it is the id alone.
 * @param row its value of each field that the list can be sorted by
 */
export function keyIn<By extends string>(
  sort: Sort<By>,
  id: string,
  row: Readonly<Record<NoInfer<By>, string | number>>,
): string {
  if (sort === "-created_at") return id;
  if (sort === "created_at") return `${sort} ${id}`;
  const values: Readonly<Record<string, string | number>> = row;
  return `${sort} ${id} ${values[fieldOf(sort)]}`;
}

/** The field of an order, whichever its direction. */
function fieldOf(sort: string): string {
  return sort.replace(/^-/, "");
}
