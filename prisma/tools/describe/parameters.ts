// Which parameters are never NULL: those that end in a column that is not null, or are compared with one.
import { isNode, isTrue, itemsIn, nodeIn, nodesIn, numberIn, type Tree, type TreeNode, textIn } from "./node-tree.ts";
import { conditionsOf, type QueryScope } from "./query-scope.ts";

/** A parameter, or the elements of one that is an array. */
export interface Place {
  readonly parameter: number;
  readonly isElement: boolean;
}

export interface Required {
  readonly values: ReadonlySet<number>;
  /** Arrays without NULL among their elements. */
  readonly elements: ReadonlySet<number>;
}

const [UPDATE, INSERT] = [2, 3];
const [INNER, LEFT] = [0, 1];
const [SUBQUERY, JOIN, FUNCTION, VALUES, CTE, GROUP] = [1, 2, 3, 5, 6, 9];
/** A parameter of the statement. Other kinds stand for columns of subqueries. */
const OF_THE_STATEMENT = 0;
/** How a function call was written. */
const [EXPLICIT_CAST, IMPLICIT_CAST] = [1, 2];
const CONVERSIONS = ["RELABELTYPE", "COERCEVIAIO", "ARRAYCOERCEEXPR", "COERCETODOMAIN"];
/** Where an author asks whether a value is NULL. */
const QUESTIONS = ["NULLTEST", "COALESCEEXPR", "DISTINCTEXPR", "BOOLEANTEST"];

/** @param scope of the whole statement */
export function requiredParameters(scope: QueryScope): Required {
  const found: Place[] = [];
  const questioned: Place[] = [];
  visit(scope.query, scope.parent ?? scope, scope, (node, within) => {
    if (node.tag === "QUERY") found.push(...written(within), ...demanded(within), ...read(within));
    if (node.tag === "SCALARARRAYOPEXPR") found.push(...elementsCompared(node, within));
    if (QUESTIONS.includes(node.tag)) questioned.push(...argumentsOf(node).flatMap((one) => placesOf(one, within)));
  });
  const isQuestioned = ({ parameter, isElement }: Place) =>
    questioned.some((other) => other.parameter === parameter && other.isElement === isElement);
  const required = found.filter((place) => !isQuestioned(place));
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

/** Values that a query writes into columns that are not null. */
function written(scope: QueryScope): readonly Place[] {
  const { query, catalog } = scope;
  if (![UPDATE, INSERT].includes(numberIn(query, "commandType"))) return [];
  const target = nodesIn(query, "rtable")[numberIn(query, "resultRelation") - 1];
  const columns = target && catalog.columns.get(numberIn(target, "relid"));
  return nodesIn(query, "targetList")
    .filter((entry) => columns?.get(numberIn(entry, "resno"))?.notNull === true)
    .flatMap((entry) => neededBy(nodeIn(entry, "expr"), scope));
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
  if (known?.isBuiltIn !== true) return [];
  // The first argument of these is a row of the type, often NULL.
  if (/^jsonb?_populate_recordset$/.test(known.name)) return argumentsOf(call).slice(1);
  return known.isStrict ? argumentsOf(call) : [];
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
  const operator = scope.catalog.operators.get(numberIn(node, "opno"));
  if (operator?.isStrict !== true || !/^[=<>]+$/.test(operator.name)) return [];
  if (node.tag === "SCALARARRAYOPEXPR" && !isTrue(node, "useOr")) return [];
  return argumentsOf(node).flatMap((one) => neededBy(one, scope));
}

/** `= ANY ($1)` finds nothing by an element that is NULL, and `<> ALL ($1)` nothing at all. */
function elementsCompared(node: TreeNode, scope: QueryScope): readonly Place[] {
  const [, array] = nodesIn(node, "args");
  if (array === undefined || scope.catalog.operators.get(numberIn(node, "opno"))?.isStrict !== true) return [];
  return placesOf(array, scope)
    .filter(({ isElement }) => !isElement)
    .map(({ parameter }) => ({ parameter, isElement: true }));
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

/** The parameters that an expression is, unchanged: directly, or as a column of a subquery. */
function placesOf(expression: TreeNode, scope: QueryScope): readonly Place[] {
  if (expression.tag === "PARAM")
    return numberIn(expression, "paramkind") === OF_THE_STATEMENT
      ? [{ parameter: numberIn(expression, "paramid"), isElement: false }]
      : [];
  if (CONVERSIONS.includes(expression.tag)) return placesOf(nodeIn(expression, "arg"), scope);
  if (expression.tag === "FUNCEXPR")
    return isCast(expression) ? placesOf(firstOf(expression), scope) : elementsOf(expression, scope);
  if (expression.tag !== "VAR" || numberIn(expression, "varattno") <= 0) return [];
  if (numberIn(expression, "varreturningtype") !== 0) return [];
  const owner = scope.up(numberIn(expression, "varlevelsup"));
  const entry = nodesIn(owner.query, "rtable")[numberIn(expression, "varno") - 1];
  return entry === undefined ? [] : placesOfColumn(entry, numberIn(expression, "varattno"), owner);
}

function placesOfColumn(entry: TreeNode, number: number, scope: QueryScope): readonly Place[] {
  const at = (field: string) => {
    const item = itemsIn(entry, field)[number - 1];
    return isNode(item) ? placesOf(item, scope) : [];
  };
  switch (numberIn(entry, "rtekind")) {
    case SUBQUERY:
      return placesOfResult(nodeIn(entry, "subquery"), number, scope);
    case JOIN:
      return at("joinaliasvars");
    case GROUP:
      return at("groupexprs");
    case FUNCTION: {
      const call = nodesIn(entry, "functions")[number - 1];
      return call === undefined ? [] : placesOf(nodeIn(call, "funcexpr"), scope);
    }
    case VALUES:
      return itemsIn(entry, "values_lists")
        .map((row) => (Array.isArray(row) ? row[number - 1] : undefined))
        .flatMap((cell) => (isNode(cell) ? placesOf(cell, scope) : []));
    case CTE: {
      const owner = scope.up(numberIn(entry, "ctelevelsup"));
      const cte = nodesIn(owner.query, "cteList").find((one) => textIn(one, "ctename") === textIn(entry, "ctename"));
      if (cte === undefined || isTrue(cte, "cterecursive")) return [];
      return placesOfResult(nodeIn(cte, "ctequery"), number, owner);
    }
    default:
      return [];
  }
}

function placesOfResult(query: TreeNode, number: number, outer: QueryScope): readonly Place[] {
  if (isNode(query.fields.get("setOperations"))) return [];
  const entry = nodesIn(query, numberIn(query, "commandType") === 1 ? "targetList" : "returningList").filter(
    (one) => !isTrue(one, "resjunk"),
  )[number - 1];
  return entry === undefined ? [] : placesOf(nodeIn(entry, "expr"), outer.within(query));
}

/** A conversion by a function, also to a length or precision: `timestamptz(3)`. Each of them keeps NULL. */
const isCast = (call: TreeNode) => [EXPLICIT_CAST, IMPLICIT_CAST].includes(numberIn(call, "funcformat"));

/** `unnest($1)`: the elements of a parameter. */
function elementsOf(call: TreeNode, scope: QueryScope): readonly Place[] {
  const known = scope.catalog.functions.get(numberIn(call, "funcid"));
  if (known?.isBuiltIn !== true || known.name !== "unnest") return [];
  return argumentsOf(call)
    .flatMap((one) => placesOf(one, scope))
    .filter(({ isElement }) => !isElement)
    .map(({ parameter }) => ({ parameter, isElement: true }));
}

function firstOf(call: TreeNode): TreeNode {
  const [first] = argumentsOf(call);
  if (first === undefined) throw new Error("a conversion has no argument");
  return first;
}

function argumentsOf(node: TreeNode): readonly TreeNode[] {
  const arg = node.fields.get("arg");
  return isNode(arg) ? [arg] : nodesIn(node, "args");
}
