// Which parameters are never NULL: those that end in a column that is not null, or are compared with one.
import { isNode, isTrue, nodeIn, nodesIn, numberIn, type Tree, type TreeNode } from "./node-tree.ts";
import { NullUses, writtenColumns } from "./null-uses.ts";
import { argumentsOf, CONVERSIONS, elementsAmong, type Place, placesOf } from "./places.ts";
import { conditionsOf, type QueryScope } from "./query-scope.ts";

export interface Required {
  readonly values: ReadonlySet<number>;
  /** Arrays without NULL among their elements. */
  readonly elements: ReadonlySet<number>;
}

const [INNER, LEFT] = [0, 1];
const FUNCTION = 3;

/** @param scope of the whole statement */
export function requiredParameters(scope: QueryScope): Required {
  const found: Place[] = [];
  visit(scope.query, scope.parent ?? scope, scope, (node, within) => {
    if (node.tag === "QUERY") found.push(...written(within), ...demanded(within), ...read(within));
    if (node.tag === "SCALARARRAYOPEXPR") found.push(...elementsCompared(node, within));
  });
  const { meant, asked, meaningless } = new NullUses(scope);
  const isAmong = (places: readonly Place[]) => (place: Place) =>
    places.some((other) => other.parameter === place.parameter && other.isElement === place.isElement);
  const [isAsked, isMeant] = [isAmong(asked), isAmong(meant)];
  const required = [...found.filter((place) => !isAsked(place)), ...meaningless.filter((place) => !isMeant(place))];
  return {
    values: new Set(required.filter(({ isElement }) => !isElement).map(({ parameter }) => parameter)),
    elements: new Set(required.filter(({ isElement }) => isElement).map(({ parameter }) => parameter)),
  };
}

type Look = (node: TreeNode, scope: QueryScope) => void;

/** Every node with the query that it belongs to. */
function visit(part: Tree, outer: QueryScope, whole: QueryScope, look: Look): void {
  if (Array.isArray(part)) for (const item of part) visit(item, outer, whole, look);
  if (!isNode(part)) return;
  const scope = part.tag !== "QUERY" ? outer : part === whole.query ? whole : outer.within(part);
  look(part, scope);
  for (const value of part.fields.values()) visit(value, scope, whole, look);
}

/** Values that a query writes into columns that are not null, and elements of arrays that a constraint keeps NULL out of. */
function written(scope: QueryScope): readonly Place[] {
  const columns = writtenColumns(scope);
  if (columns === undefined) return [];
  return nodesIn(scope.query, "targetList").flatMap((entry) => {
    const [column, expression] = [columns.get(numberIn(entry, "resno")), nodeIn(entry, "expr")];
    return [
      ...(column?.notNull === true ? neededBy(expression, scope) : []),
      ...(column?.isFilled === true ? elementsAmong(placesOf(expression, scope)) : []),
    ];
  });
}

/** How many rows a query has, and what it reads as rows: with NULL it would have all, or none. */
function read(scope: QueryScope): readonly Place[] {
  const { query } = scope;
  const counts = ["limitCount", "limitOffset"].map((field) => query.fields.get(field)).filter(isNode);
  const entries = nodesIn(query, "rtable");
  const functions = [...innerTables(nodeIn(query, "jointree"))]
    .map((table) => entries[numberIn(table, "rtindex") - 1])
    .flatMap((entry) => (entry && numberIn(entry, "rtekind") === FUNCTION ? nodesIn(entry, "functions") : []))
    .map((call) => nodeIn(call, "funcexpr"));
  return [
    ...counts.flatMap((count) => neededBy(count, scope)),
    ...functions.flatMap((call) => rowsOf(call, scope)).flatMap((one) => neededBy(one, scope)),
  ];
}

/** The tables without whose rows a query has none: not those on the nullable side of an outer join. */
function* innerTables(from: TreeNode): Generator<TreeNode> {
  if (from.tag === "RANGETBLREF") yield from;
  if (from.tag === "FROMEXPR") for (const part of nodesIn(from, "fromlist")) yield* innerTables(part);
  if (from.tag !== "JOINEXPR" || ![INNER, LEFT].includes(numberIn(from, "jointype"))) return;
  yield* innerTables(nodeIn(from, "larg"));
  if (numberIn(from, "jointype") === INNER) yield* innerTables(nodeIn(from, "rarg"));
}

/** The arguments without which a function in FROM has no rows. */
function rowsOf(call: TreeNode, { catalog }: QueryScope): readonly TreeNode[] {
  if (call.tag !== "FUNCEXPR") return [];
  const known = catalog.functions.get(numberIn(call, "funcid"));
  return known?.isBuiltIn === true && known.isStrict ? argumentsOf(call) : [];
}

/** Every row of a query is compared by these: with NULL there would be none. */
function demanded(scope: QueryScope): readonly Place[] {
  return [...conditionsOf(nodeIn(scope.query, "jointree"))].flatMap((condition) => [
    ...compared(condition, scope),
    ...placesOf(condition, scope),
  ]);
}

/** Both sides of a comparison. */
function compared(node: TreeNode, scope: QueryScope): readonly Place[] {
  if (node.tag === "DISTINCTEXPR") return [];
  const operator = scope.catalog.operators.get(numberIn(node, "opno"));
  if (operator?.isStrict !== true || !/^[=<>]+$/.test(operator.name)) return [];
  if (node.tag === "SCALARARRAYOPEXPR" && !isTrue(node, "useOr")) return [];
  return argumentsOf(node).flatMap((one) => neededBy(one, scope));
}

/** `= ANY ($1)` finds nothing by an element that is NULL, and `<> ALL ($1)` nothing at all. */
function elementsCompared(node: TreeNode, scope: QueryScope): readonly Place[] {
  const [, array] = nodesIn(node, "args");
  if (array === undefined || scope.catalog.operators.get(numberIn(node, "opno"))?.isStrict !== true) return [];
  return elementsAmong(placesOf(array, scope));
}

/** The parameters without which an expression is NULL. */
function neededBy(expression: TreeNode, scope: QueryScope): readonly Place[] {
  if (CONVERSIONS.includes(expression.tag)) return neededBy(nodeIn(expression, "arg"), scope);
  const { functions, operators } = scope.catalog;
  const isStrict =
    expression.tag === "OPEXPR"
      ? operators.get(numberIn(expression, "opno"))?.isStrict === true
      : expression.tag === "FUNCEXPR" &&
        !isTrue(expression, "funcretset") &&
        functions.get(numberIn(expression, "funcid"))?.isStrict === true;
  return isStrict ? argumentsOf(expression).flatMap((one) => neededBy(one, scope)) : placesOf(expression, scope);
}
