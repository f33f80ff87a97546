// What NULL would mean in place of a parameter: nothing, where it is only compared or computed with; a value, where it is
// kept or asked for.
import type { ColumnEntry } from "./catalog.ts";
import { isNode, isTrue, itemsIn, nodeIn, nodesIn, numberIn, type Tree, type TreeNode, textIn } from "./node-tree.ts";
import { argumentsOf, CONVERSIONS, elementsAmong, isCast, type Place, placesOf, placesOfRow } from "./places.ts";
import type { QueryScope } from "./query-scope.ts";

/**
 * What becomes of the NULL that an expression is. Nothing: a condition by it does not hold. One side of an OR does not
 * hold: no value of a parameter, but one row of many may lack what others are compared by. An outer join has no partner:
 * none for a parameter may be what is wanted, none for an element is in vain. It is kept as a value. It is asked for, by
 * `IS NULL` or `coalesce`. Or other expressions name it as a column, and it is theirs to say.
 */
type Fate = "nothing" | "alternative" | "partner" | "kept" | "asked" | "named";

type Part = readonly [Tree | undefined, Fate];

const [SELECT, UPDATE, INSERT] = [1, 2, 3];
const [SUBQUERY, FUNCTION, VALUES, GROUP] = [1, 3, 5, 9];
const INNER = 0;
const [EXISTS, ANY, EXPRESSION] = [0, 2, 4];
/** Comparisons of the elements of two arrays: none is equal to one that is NULL. */
const AMONG = ["@>", "<@", "&&"];

export class NullUses {
  /** Where NULL would be a value. */
  readonly meant: Place[] = [];
  /** Those of them that ask for it. */
  readonly asked: Place[] = [];
  /** Where with NULL a condition would not hold, nothing be computed, or no row be there. */
  readonly meaningless: Place[] = [];

  /** @param statement the scope of a whole statement */
  constructor(statement: QueryScope) {
    this.#walkQuery(statement, "kept");
  }

  #walkQuery(scope: QueryScope, fate: Fate): void {
    for (const [part, inner] of partsOfQuery(scope, fate)) this.#walk(part, scope, inner);
  }

  #walk(part: Tree | undefined, scope: QueryScope, fate: Fate): void {
    if (Array.isArray(part)) for (const item of part) this.#walk(item, scope, fate);
    if (!isNode(part)) return;
    if (part.tag === "QUERY") this.#walkQuery(scope.within(part), fate);
    else {
      this.#take(part, scope, fate);
      for (const [inner, itsFate] of partsOf(part, scope, fate)) this.#walk(inner, scope, itsFate);
    }
  }

  /** Takes what an expression is by itself: a parameter, or the elements of one. */
  #take(node: TreeNode, scope: QueryScope, fate: Fate): void {
    if (node.tag === "VAR" && numberIn(node, "varattno") === 0) this.meant.push(...placesOfRow(node, scope));
    if (AMONG.includes(scope.catalog.operators.get(numberIn(node, "opno"))?.name ?? ""))
      this.meaningless.push(...elementsAmong(argumentsOf(node).flatMap((one) => placesOf(one, scope))));
    const isPlace = ["PARAM", "VAR", "SUBSCRIPTINGREF"].includes(node.tag) || isTrue(node, "funcretset");
    if (!isPlace || fate === "named") return;
    // A column of an outer join is asked for the row that it may lack.
    const isOfJoin = fate === "asked" && itemsIn(node, "varnullingrels").length > 0;
    const isMeaningless = ({ isElement }: Place) =>
      isOfJoin || fate === "nothing" || fate === (isElement ? "partner" : "alternative");
    for (const place of placesOf(node, scope)) {
      (isMeaningless(place) ? this.meaningless : this.meant).push(place);
      if (fate === "asked" && !isOfJoin) this.asked.push(place);
    }
  }
}

/** The columns of the table that a query writes. */
export function writtenColumns({ query, catalog }: QueryScope): ReadonlyMap<number, ColumnEntry> | undefined {
  if (![UPDATE, INSERT].includes(numberIn(query, "commandType"))) return undefined;
  const target = nodesIn(query, "rtable")[numberIn(query, "resultRelation") - 1];
  return target && catalog.columns.get(numberIn(target, "relid"));
}

/** @param fate of the query's columns */
function partsOfQuery(scope: QueryScope, fate: Fate): readonly Part[] {
  const { query } = scope;
  const columns = writtenColumns(scope);
  const conflict = query.fields.get("onConflict");
  const written = [
    ...(columns === undefined ? [] : nodesIn(query, "targetList")),
    ...(isNode(conflict) ? nodesIn(conflict, "onConflictSet") : []),
  ];
  const answered = nodesIn(query, numberIn(query, "commandType") === SELECT ? "targetList" : "returningList");
  const isSet = isNode(query.fields.get("setOperations"));
  return [
    ...nodesIn(query, "cteList").map(
      (cte): Part => [cte.fields.get("ctequery"), isTrue(cte, "cterecursive") ? "kept" : "named"],
    ),
    ...nodesIn(query, "rtable").map((entry): Part => [tableOf(entry), isSet ? "kept" : "named"]),
    ...["havingQual", "limitCount", "limitOffset"].map((field): Part => [query.fields.get(field), "nothing"]),
    ...conditionsOf(nodeIn(query, "jointree")),
    [isNode(conflict) ? conflict.fields.get("onConflictWhere") : null, "nothing"],
    ...written.map((entry): Part => {
      const isFilled = columns?.get(numberIn(entry, "resno"))?.notNull === true;
      return [entry.fields.get("expr"), isFilled ? "nothing" : "kept"];
    }),
    ...answered.map((entry): Part => [entry.fields.get("expr"), fate]),
  ];
}

/** What stands in FROM. */
function tableOf(entry: TreeNode): Tree | undefined {
  switch (numberIn(entry, "rtekind")) {
    case SUBQUERY:
      return entry.fields.get("subquery");
    case FUNCTION:
      return nodesIn(entry, "functions").map((call) => nodeIn(call, "funcexpr"));
    case VALUES:
      return entry.fields.get("values_lists");
    case GROUP:
      return entry.fields.get("groupexprs");
    default:
      return null;
  }
}

/** The conditions of WHERE and of joins. With NULL an outer join has rows without a partner, which may be what is wanted. */
function conditionsOf(from: TreeNode): readonly Part[] {
  const sides = ["larg", "rarg"].map((side) => from.fields.get(side)).filter(isNode);
  const isOuter = from.tag === "JOINEXPR" && numberIn(from, "jointype") !== INNER;
  return [
    [from.fields.get("quals"), isOuter ? "partner" : "nothing"],
    ...[...nodesIn(from, "fromlist"), ...sides].flatMap(conditionsOf),
  ];
}

function partsOf(node: TreeNode, scope: QueryScope, fate: Fate): readonly Part[] {
  const part = (field: string, inner: Fate): Part => [node.fields.get(field), inner];
  // To compare with NULL, or to compute with it, is not to mean it.
  const computed = fate === "kept" || fate === "named" ? "nothing" : fate;
  const value = fate === "named" ? "kept" : fate;
  if (CONVERSIONS.includes(node.tag)) return [part("arg", fate)];
  switch (node.tag) {
    case "PARAM":
    case "VAR":
      return [];
    case "OPEXPR":
    case "SCALARARRAYOPEXPR": {
      const isStrict = scope.catalog.operators.get(numberIn(node, "opno"))?.isStrict === true;
      return [part("args", isStrict ? computed : "kept")];
    }
    case "FUNCEXPR":
      return argumentsOf(node).map((one, place) => [one, fateInCall(node, place, scope, fate)]);
    case "DISTINCTEXPR":
      return [part("args", computed)];
    case "SUBSCRIPTINGREF":
      return [part("refexpr", computed)];
    case "BOOLEXPR":
      // IS NOT DISTINCT FROM is = for NULL, too. IS DISTINCT FROM alone asks whether a column has another value.
      if (textIn(node, "boolop") === "not" && argumentsOf(node)[0]?.tag === "DISTINCTEXPR")
        return [[argumentsOf(node).flatMap(argumentsOf), "asked"]];
      return [part("args", computed === "nothing" && textIn(node, "boolop") === "or" ? "alternative" : computed)];
    case "ROWCOMPAREEXPR":
      return [part("largs", computed), part("rargs", computed)];
    case "NULLIFEXPR":
    case "MINMAXEXPR":
      return [part("args", value)];
    case "NULLTEST":
    case "BOOLEANTEST":
      return [part("arg", "asked")];
    case "COALESCEEXPR":
      return argumentsOf(node).map((one, place, { length }) => [one, place < length - 1 ? "asked" : value]);
    case "CASEEXPR":
      return [part("arg", "nothing"), part("args", value), part("defresult", value)];
    case "CASEWHEN":
      return [part("expr", "nothing"), part("result", value)];
    case "SUBLINK": {
      const kind = numberIn(node, "subLinkType");
      const inner = [EXISTS, ANY].includes(kind) ? computed : kind === EXPRESSION ? value : "kept";
      return [part("testexpr", computed), part("subselect", inner)];
    }
    case "AGGREF":
    case "WINDOWFUNC":
      return [part("args", "kept"), part("aggfilter", "nothing")];
    default:
      return [...node.fields.values()].map((field) => [field, "kept"]);
  }
}

/** A strict function has no rows for NULL, or NULL. One of the schema takes NULL where its text asks for it. */
function fateInCall(call: TreeNode, place: number, { catalog }: QueryScope, fate: Fate): Fate {
  const known = catalog.functions.get(numberIn(call, "funcid"));
  if (known?.isStrict !== true && known?.asked[place] !== false) return "kept";
  return (fate === "kept" || fate === "named") && !isCast(call) ? "nothing" : fate;
}
