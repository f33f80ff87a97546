import type { Catalog } from "./catalog.ts";
import { isNode, isTrue, itemsIn, nodeIn, nodesIn, numberIn, type Tree, type TreeNode, textIn } from "./node-tree.ts";
import { functionColumns } from "./set-function.ts";
import { either, type Field, scalar, type Value } from "./value.ts";

const SELECT = 1;
const INNER = 0;
const [RELATION, SUBQUERY, JOIN, FUNCTION, , VALUES, CTE, , , GROUP] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** A description by an assumption holds only while that does. */
let assumptionsUsed = 0;

/** Returns the value of an expression in a query. */
export type Describe = (expression: TreeNode, scope: QueryScope) => Value;

/** One query of a statement: what its expressions can see. */
export class QueryScope {
  readonly query: TreeNode;
  readonly parent: QueryScope | undefined;
  readonly catalog: Catalog;
  readonly #describe: Describe;
  /** The assumed columns of a recursive query while it is described. */
  #assumed = new Map<TreeNode, readonly Field[]>();
  /** Its WITH queries that are described: a chain of them that name each other twice would take a time without end. */
  #described = new Map<TreeNode, readonly Field[]>();
  /** Its tables in FROM that are described: each of their columns that is named asks for all. */
  readonly #entries = new Map<TreeNode, readonly Field[]>();
  /** Conditions that hold for an expression: of its CASE branch, of its FILTER. */
  readonly #given: readonly TreeNode[];
  #present: ReadonlySet<string> | undefined;

  constructor(
    query: TreeNode,
    catalog: Catalog,
    describe: Describe,
    parent?: QueryScope,
    given: readonly TreeNode[] = [],
  ) {
    this.query = query;
    this.catalog = catalog;
    this.#describe = describe;
    this.parent = parent;
    this.#given = given;
  }

  /** The same query with a condition that holds. */
  given(condition: Tree | undefined): QueryScope {
    const scope = new QueryScope(this.query, this.catalog, this.#describe, this.parent, [
      ...this.#given,
      ...conjunctsOf(condition),
    ]);
    scope.#assumed = this.#assumed;
    scope.#described = this.#described;
    return scope;
  }

  value(expression: TreeNode): Value {
    return this.#describe(expression, this);
  }

  /** A subquery of this one. */
  within(query: TreeNode): QueryScope {
    return new QueryScope(query, this.catalog, this.#describe, this);
  }

  up(levels: number): QueryScope {
    if (levels === 0) return this;
    if (this.parent === undefined) throw new Error("a column of an outer query, and there is none");
    return this.parent.up(levels - 1);
  }

  /** The columns of its rows. */
  columns(): readonly Field[] {
    const set = this.query.fields.get("setOperations");
    if (isNode(set)) return this.#columnsOfSet(set);
    const list = numberIn(this.query, "commandType") === SELECT ? "targetList" : "returningList";
    return nodesIn(this.query, list)
      .filter((entry) => !isTrue(entry, "resjunk"))
      .map((entry) => [textIn(entry, "resname") ?? "?column?", this.value(nodeIn(entry, "expr"))]);
  }

  /** Whether there is exactly one row, as for an aggregate over all rows. */
  get isOneRow(): boolean {
    const { fields } = this.query;
    const isWhole =
      isTrue(this.query, "hasAggs") &&
      itemsIn(this.query, "groupClause").length === 0 &&
      itemsIn(this.query, "groupingSets").length === 0;
    const isBare =
      nodesIn(nodeIn(this.query, "jointree"), "fromlist").length === 0 &&
      nodeIn(this.query, "jointree").fields.get("quals") === null;
    const isUncut =
      fields.get("havingQual") === null && fields.get("limitCount") === null && fields.get("limitOffset") === null;
    return (
      (isWhole || (isBare && !isTrue(this.query, "hasTargetSRFs"))) && isUncut && fields.get("setOperations") === null
    );
  }

  /** Whether each group has a row, as with GROUP BY expressions. */
  get hasRowsInGroups(): boolean {
    return itemsIn(this.query, "groupClause").length > 0 && itemsIn(this.query, "groupingSets").length === 0;
  }

  /** A column of the table, subquery or function with this number in FROM. */
  column(table: number, number: number): Value {
    const entry = nodesIn(this.query, "rtable")[table - 1];
    if (entry === undefined) throw new Error(`no table ${table} in FROM`);
    return this.#columnOf(entry, number);
  }

  /** The whole row of a table in FROM. */
  row(table: number): readonly Field[] {
    const entry = nodesIn(this.query, "rtable")[table - 1];
    const names = entry === undefined ? [] : itemsIn(nodeIn(entry, "eref"), "colnames");
    return names.flatMap((name, index): Field[] =>
      name === "" ? [] : [[String(name), this.column(table, index + 1)]],
    );
  }

  #columnOf(entry: TreeNode, number: number): Value {
    switch (numberIn(entry, "rtekind")) {
      case RELATION:
        return this.#columnOfTable(numberIn(entry, "relid"), number);
      case SUBQUERY:
        return at(
          remembered(this.#entries, entry, () => this.within(nodeIn(entry, "subquery")).columns()),
          number,
        );
      case JOIN:
        return this.value(expressionAt(entry, "joinaliasvars", number));
      case GROUP:
        return this.value(expressionAt(entry, "groupexprs", number));
      case FUNCTION:
        return at(
          remembered(this.#entries, entry, () =>
            functionColumns(entry, this.catalog, (expression) => this.value(expression)),
          ),
          number,
        );
      case VALUES: {
        const rows = itemsIn(entry, "values_lists").map((row) => (Array.isArray(row) ? row : []));
        const values = rows
          .map((row: readonly Tree[]) => row[number - 1])
          .map((cell) => (isNode(cell) ? this.value(cell) : undefined));
        return either(
          values.filter((value) => value !== undefined),
          Number(itemsIn(entry, "coltypes")[number - 1]),
        );
      }
      case CTE:
        return at(this.up(numberIn(entry, "ctelevelsup")).#columnsOfCte(textIn(entry, "ctename") ?? ""), number);
      default:
        return scalar(Number(itemsIn(entry, "coltypes")[number - 1] ?? 0), true);
    }
  }

  #columnOfTable(table: number, number: number): Value {
    const column = this.catalog.columns.get(table)?.get(number);
    if (column === undefined) throw new Error(`no column ${number} in table ${table}`);
    const { type, notNull, labels, isFilled } = column;
    if (labels !== undefined) return { shape: { kind: "labels", labels }, nullable: !notNull };
    const element = this.catalog.types.get(type)?.element ?? 0;
    if (isFilled && element !== 0) return { shape: { kind: "list", of: scalar(element, false) }, nullable: !notNull };
    return scalar(type, !notNull);
  }

  #columnsOfCte(name: string): readonly Field[] {
    const cte = nodesIn(this.query, "cteList").find((one) => textIn(one, "ctename") === name);
    if (cte === undefined) throw new Error(`no WITH ${name}`);
    const assumed = this.#assumed.get(cte);
    if (assumed !== undefined) {
      assumptionsUsed++;
      return assumed;
    }
    const named = (columns: readonly Field[]) =>
      columns.map(([own, value], index): Field => [String(itemsIn(cte, "ctecolnames")[index] ?? own), value]);
    const describe = () => named(this.within(nodeIn(cte, "ctequery")).columns());
    if (!isTrue(cte, "cterecursive")) return remembered(this.#described, cte, describe);
    // By induction over the rounds of a recursive query: assume that no column is NULL, and keep what the description
    // then confirms.
    let columns = itemsIn(cte, "ctecoltypes").map((type): Field => ["", scalar(Number(type), false)]);
    for (;;) {
      this.#assumed.set(cte, columns);
      const found = describe();
      const isConfirmed = found.every(([, { nullable }], index) => !nullable || columns[index]?.[1].nullable === true);
      columns = found.map(([column, value], index) => [
        column,
        scalar(Number(itemsIn(cte, "ctecoltypes")[index]), value.nullable),
      ]);
      if (!isConfirmed) continue;
      this.#assumed.delete(cte);
      return columns;
    }
  }

  #columnsOfSet(set: TreeNode): readonly Field[] {
    const sides = ["larg", "rarg"].map((side) => {
      const node = nodeIn(set, side);
      if (node.tag === "SETOPERATIONSTMT") return this.#columnsOfSet(node);
      const entry = nodesIn(this.query, "rtable")[numberIn(node, "rtindex") - 1];
      if (entry === undefined) throw new Error("a side of a UNION is missing");
      return this.within(nodeIn(entry, "subquery")).columns();
    });
    const [left = [], right = []] = sides;
    const names = nodesIn(this.query, "targetList").map((entry) => textIn(entry, "resname"));
    return left.map(([name, value], index): Field => {
      const other = right[index]?.[1] ?? value;
      return [names[index] ?? name, either([value, other], Number(itemsIn(set, "colTypes")[index]))];
    });
  }

  /** Whether the query excludes rows in which this column is NULL, by comparing it or by IS NOT NULL. */
  isCompared(table: number, number: number): boolean {
    // RETURNING of the written table has the row after the change, which the condition does not cover.
    return table !== numberIn(this.query, "resultRelation") && this.#compared.has(`${table}.${number}`);
  }

  /**
   * Whether a row of this table exists: an outer join without a match makes all of its columns NULL, and the query
   * one.
   */
  hasRowOf(table: number): boolean {
    return this.#compared.has(`${table}`);
  }

  get #compared(): ReadonlySet<string> {
    this.#present ??= new Set(
      [...conditionsOf(nodeIn(this.query, "jointree")), ...this.#given]
        .flatMap((condition) => [...this.#comparedBy(condition)])
        .flatMap(({ fields }) => [`${fields.get("varno")}`, `${fields.get("varno")}.${fields.get("varattno")}`]),
    );
    return this.#present;
  }

  *#comparedBy(condition: TreeNode): Generator<TreeNode> {
    const isStrict =
      condition.tag === "OPEXPR" && this.catalog.operators.get(numberIn(condition, "opno"))?.isStrict === true;
    const isNotNull = condition.tag === "NULLTEST" && numberIn(condition, "nulltesttype") === 1;
    const isAmong = condition.tag === "SCALARARRAYOPEXPR" && isTrue(condition, "useOr");
    const operands = isStrict || isAmong ? nodesIn(condition, "args") : isNotNull ? [nodeIn(condition, "arg")] : [];
    for (const operand of isAmong ? operands.slice(0, 1) : operands) {
      const bare = operand.tag === "RELABELTYPE" || operand.tag === "COERCEVIAIO" ? nodeIn(operand, "arg") : operand;
      if (bare.tag === "VAR" && numberIn(bare, "varlevelsup") === 0) yield bare;
    }
  }
}

/** Describes a query once, unless an assumption was used for it. */
function remembered(
  known: Map<TreeNode, readonly Field[]>,
  node: TreeNode,
  describe: () => readonly Field[],
): readonly Field[] {
  const before = assumptionsUsed;
  const columns = known.get(node) ?? describe();
  if (assumptionsUsed === before) known.set(node, columns);
  return columns;
}

/** The conditions that hold for every row: of WHERE, and of inner joins that are not inside an outer join. */
export function* conditionsOf(from: TreeNode): Generator<TreeNode> {
  if (from.tag !== "FROMEXPR" && !(from.tag === "JOINEXPR" && numberIn(from, "jointype") === INNER)) return;
  yield* conjunctsOf(from.fields.get("quals"));
  const parts = from.tag === "FROMEXPR" ? nodesIn(from, "fromlist") : [nodeIn(from, "larg"), nodeIn(from, "rarg")];
  for (const part of parts) yield* conditionsOf(part);
}

function* conjunctsOf(condition: Tree | undefined): Generator<TreeNode> {
  if (!isNode(condition)) return;
  if (condition.tag === "BOOLEXPR" && textIn(condition, "boolop") === "and")
    for (const part of nodesIn(condition, "args")) yield* conjunctsOf(part);
  else yield condition;
}

function at(columns: readonly Field[], number: number): Value {
  const column = columns[number - 1];
  if (column === undefined) throw new Error(`no column ${number} of ${columns.length}`);
  return column[1];
}

function expressionAt(entry: TreeNode, field: string, number: number): TreeNode {
  const expression = itemsIn(entry, field)[number - 1];
  if (!isNode(expression)) throw new Error(`no column ${number} in ${field}`);
  return expression;
}
