import { constantOf } from "./constant.ts";
import { isNode, isTrue, itemsIn, nodeIn, nodesIn, numberIn, type TreeNode } from "./node-tree.ts";
import type { Describe, QueryScope } from "./query-scope.ts";
import { isAlwaysThere, isCount, isTotalAggregate, isTotalField, isTotalFunction, isTotalOperator } from "./total.ts";
import { either, type Field, JSON_TYPES, NOTHING, type Shape, scalar, TEXT_TYPES, type Value } from "./value.ts";

const BOOL = 16;

const bool: Describe = (node, scope) => scalar(BOOL, anyNullable(node, scope));
const certainBool: Describe = () => scalar(BOOL, false);
const asArgument: Describe = (node, scope) => valueIn(nodeIn(node, "arg"), scope);

/** The value of each kind of node. A node without an entry may be anything of its type, or NULL. */
const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  CONST: (node, scope) => constantOf(node, scope.catalog),
  PARAM: (node) => scalar(numberIn(node, "paramtype"), true),
  VAR: variable,
  RELABELTYPE: converted,
  COERCEVIAIO: converted,
  COERCETODOMAIN: converted,
  ARRAYCOERCEEXPR: converted,
  COLLATEEXPR: asArgument,
  NAMEDARGEXPR: asArgument,
  FUNCEXPR: (node, scope) => called(node, scope),
  OPEXPR: operated,
  AGGREF: aggregated,
  WINDOWFUNC: (node, scope) =>
    scalar(numberIn(node, "wintype"), !isCount(scope.catalog.functions.get(numberIn(node, "winfnoid"))?.name ?? "")),
  NULLTEST: certainBool,
  BOOLEANTEST: certainBool,
  DISTINCTEXPR: certainBool,
  BOOLEXPR: bool,
  SCALARARRAYOPEXPR: (node, scope) => {
    const [one, many] = nodesIn(node, "args").map((arg) => valueIn(arg, scope));
    const isCertain =
      one?.nullable === false && many?.nullable === false && many.shape.kind === "list" && !many.shape.of.nullable;
    return scalar(BOOL, !isCertain);
  },
  CASEEXPR: chosen,
  COALESCEEXPR: (node, scope) => firstPresent(node, scope, numberIn(node, "coalescetype")),
  MINMAXEXPR: (node, scope) => ({ ...firstPresent(node, scope, numberIn(node, "minmaxtype")) }),
  NULLIFEXPR: (node, scope) => {
    const [first] = nodesIn(node, "args");
    return { shape: first === undefined ? NOTHING.shape : valueIn(first, scope).shape, nullable: true };
  },
  SQLVALUEFUNCTION: (node) => scalar(numberIn(node, "type"), false),
  GROUPINGFUNC: () => scalar(23, false),
  ARRAYEXPR: (node, scope) => {
    const elements = nodesIn(node, "elements").map((element) => valueIn(element, scope));
    if (isTrue(node, "multidims")) return scalar(numberIn(node, "array_typeid"), false);
    return { shape: { kind: "list", of: either(elements, numberIn(node, "element_typeid")) }, nullable: false };
  },
  SUBSCRIPTINGREF: (node) => scalar(numberIn(node, "refrestype"), true),
  FIELDSELECT: (node) => scalar(numberIn(node, "resulttype"), true),
  ROWEXPR: (node, scope) => {
    const names = itemsIn(node, "colnames");
    const fields = nodesIn(node, "args").map(
      (arg, index): Field => [String(names[index] ?? `f${index + 1}`), valueIn(arg, scope)],
    );
    return { shape: { kind: "row", fields }, nullable: false };
  },
  SUBLINK: asked,
};

/** The fields with the type of each kind of node, for nodes of which nothing else is known. */
const TYPE_FIELDS = ["resulttype", "type", "funcresulttype", "opresulttype", "consttype", "vartype", "paramtype"];

export function valueIn(node: TreeNode, scope: QueryScope): Value {
  const describe = DESCRIPTIONS[node.tag];
  if (describe !== undefined) return describe(node, scope);
  const field = TYPE_FIELDS.find((name) => node.fields.has(name));
  return scalar(field === undefined ? 0 : numberIn(node, field), true);
}

/** One branch of a CASE. Its condition holds there. In ELSE, none of the conditions holds. */
function chosen(node: TreeNode, scope: QueryScope): Value {
  const branches = nodesIn(node, "args");
  const isSearched = node.fields.get("arg") === null;
  const results = branches.map((when) =>
    valueIn(nodeIn(when, "result"), isSearched ? scope.given(nodeIn(when, "expr")) : scope),
  );
  const otherwise = isSearched
    ? branches.reduce((within, when) => within.given(negated(nodeIn(when, "expr"))), scope)
    : scope;
  return either([...results, valueIn(nodeIn(node, "defresult"), otherwise)], numberIn(node, "casetype"));
}

/** IS NOT NULL for IS NULL. The negation of other conditions says nothing. */
function negated(condition: TreeNode): TreeNode | undefined {
  if (condition.tag !== "NULLTEST" || numberIn(condition, "nulltesttype") !== 0) return undefined;
  return { tag: condition.tag, fields: new Map([...condition.fields, ["nulltesttype", "1"]]) };
}

function anyNullable(node: TreeNode, scope: QueryScope): boolean {
  return nodesIn(node, "args").some((arg) => valueIn(arg, scope).nullable);
}

function variable(node: TreeNode, scope: QueryScope): Value {
  const owner = scope.up(numberIn(node, "varlevelsup"));
  const [table, number] = [numberIn(node, "varno"), numberIn(node, "varattno")];
  // On the nullable side of an outer join, or the row before or after a change, which may not exist.
  const isUncertain = itemsIn(node, "varnullingrels").length > 0 || numberIn(node, "varreturningtype") !== 0;
  if (number < 0) return scalar(numberIn(node, "vartype"), isUncertain);
  if (number === 0)
    return { shape: { kind: "row", fields: owner.row(table) }, nullable: isUncertain && !owner.hasRowOf(table) };
  const value = owner.column(table, number);
  return {
    ...value,
    nullable: (value.nullable || (isUncertain && !owner.hasRowOf(table))) && !owner.isCompared(table, number),
  };
}

/** A conversion keeps the knowledge about a value: the labels of an enum as text, the elements of an array. */
function converted(node: TreeNode, scope: QueryScope): Value {
  const value = valueIn(nodeIn(node, "arg"), scope);
  return { shape: convertedShape(value.shape, numberIn(node, "resulttype"), scope), nullable: value.nullable };
}

function convertedShape(shape: Shape, type: number, scope: QueryScope): Shape {
  const { types } = scope.catalog;
  const target = types.get(type);
  const labels =
    shape.kind === "labels" ? shape.labels : shape.kind === "scalar" ? types.get(shape.type)?.labels : undefined;
  if (labels !== undefined && (TEXT_TYPES.includes(type) || target?.labels !== undefined))
    return { kind: "labels", labels };
  const element = target?.element ?? 0;
  const held = shape.kind === "list" ? shape.of : shape.kind === "scalar" ? elementOf(shape.type, scope) : undefined;
  if (element !== 0 && held !== undefined)
    return { kind: "list", of: { shape: convertedShape(held.shape, element, scope), nullable: held.nullable } };
  return shape.kind === "json" && JSON_TYPES.includes(type) ? shape : { kind: "scalar", type };
}

function elementOf(type: number, { catalog }: QueryScope): Value | undefined {
  const element = catalog.types.get(type)?.element ?? 0;
  return element === 0 ? undefined : scalar(element, true);
}

function firstPresent(node: TreeNode, scope: QueryScope, type: number): Value {
  const values = nodesIn(node, "args").map((arg) => valueIn(arg, scope));
  return { shape: either(values, type).shape, nullable: values.every((value) => value.nullable) };
}

function called(node: TreeNode, scope: QueryScope): Value {
  const type = numberIn(node, "funcresulttype");
  const known = scope.catalog.functions.get(numberIn(node, "funcid"));
  const args = nodesIn(node, "args").map((arg) => valueIn(arg, scope));
  if (known?.isBuiltIn !== true) return scalar(type, true);
  const nullable = args.some((arg) => arg.nullable);
  if (/^jsonb?_build_object$/.test(known.name))
    return { shape: objectOf(nodesIn(node, "args"), args, type, scope), nullable: false };
  if (/^(to_jsonb?|row_to_json)$/.test(known.name)) return { shape: jsonOf(args[0], type), nullable };
  if (known.name === "unnest") {
    const [array] = args;
    const element =
      array?.shape.kind === "list"
        ? array.shape.of
        : array?.shape.kind === "scalar"
          ? elementOf(array.shape.type, scope)
          : undefined;
    return element ?? scalar(type, true);
  }
  const isCast = numberIn(node, "funcformat") > 0 && numberIn(node, "funcformat") < 3 && !isJson(args[0]);
  return scalar(type, !(isAlwaysThere(known.name) || (!nullable && (isCast || isTotalCall(known.name, node, args)))));
}

function isTotalCall(name: string, node: TreeNode, args: readonly Value[]): boolean {
  // `upper` and `lower` of a range may be NULL, and so may `substring` by a pattern, and an optional setting.
  if (name === "lower" || name === "upper") return isText(args[0]);
  if (name === "substring" || name === "substr") return !isText(args[1]);
  if (name === "current_setting") return args.length === 1;
  if (name === "extract" || name === "date_part") {
    const [field] = nodesIn(node, "args");
    const shape = field === undefined ? undefined : args[0]?.shape;
    return shape?.kind === "labels" && shape.labels.every(isTotalField);
  }
  return isTotalFunction(name);
}

function isText(value: Value | undefined): boolean {
  return (
    value !== undefined &&
    (value.shape.kind === "labels" || (value.shape.kind === "scalar" && TEXT_TYPES.includes(value.shape.type)))
  );
}

function isJson(value: Value | undefined): boolean {
  return (
    value !== undefined &&
    (value.shape.kind === "json" || (value.shape.kind === "scalar" && JSON_TYPES.includes(value.shape.type)))
  );
}

function operated(node: TreeNode, scope: QueryScope): Value {
  const type = numberIn(node, "opresulttype");
  const operator = scope.catalog.operators.get(numberIn(node, "opno"));
  const nullable = !(operator?.isBuiltIn === true && isTotalOperator(operator.name)) || anyNullable(node, scope);
  const [left, right] = nodesIn(node, "args").map((arg) => valueIn(arg, scope).shape);
  if (
    operator?.name === "||" &&
    left?.kind === "json" &&
    right?.kind === "json" &&
    left.json.kind === "row" &&
    right.json.kind === "row"
  ) {
    const fields = new Map([...left.json.fields, ...right.json.fields]);
    return { shape: { kind: "json", json: { kind: "row", fields: [...fields] } }, nullable };
  }
  if (
    operator?.name === "-" &&
    left?.kind === "json" &&
    left.json.kind === "row" &&
    right?.kind === "labels" &&
    right.labels.length === 1
  ) {
    const fields = left.json.fields.filter(([name]) => !right.labels.includes(name));
    return { shape: { kind: "json", json: { kind: "row", fields } }, nullable };
  }
  if (operator?.name === "||" && left?.kind === "list" && right?.kind === "list")
    return {
      shape: either(
        [
          { shape: left, nullable },
          { shape: right, nullable },
        ],
        type,
      ).shape,
      nullable,
    };
  return scalar(type, nullable);
}

function aggregated(node: TreeNode, scope: QueryScope): Value {
  const type = numberIn(node, "aggtype");
  const owner = scope.up(numberIn(node, "agglevelsup"));
  const known = scope.catalog.functions.get(numberIn(node, "aggfnoid"));
  const name = known?.isBuiltIn === true ? known.name : "";
  if (isCount(name)) return scalar(type, false);
  const args = nodesIn(node, "args")
    .filter((entry) => !isTrue(entry, "resjunk"))
    .map((entry) => valueIn(nodeIn(entry, "expr"), scope.given(node.fields.get("aggfilter"))));
  const collects = /^(array|jsonb?)_agg$/.test(name);
  const isThere =
    isTotalAggregate(name) &&
    owner.hasRowsInGroups &&
    node.fields.get("aggfilter") === null &&
    (collects || !args.some((arg) => arg.nullable));
  const [of] = args;
  if (of !== undefined && name === "array_agg") return { shape: { kind: "list", of }, nullable: !isThere };
  if (of !== undefined && collects) return { shape: { kind: "json", json: { kind: "list", of } }, nullable: !isThere };
  if (of !== undefined && (name === "min" || name === "max") && of.shape.kind === "labels")
    return { shape: of.shape, nullable: !isThere };
  return scalar(type, !isThere);
}

const [EXISTS, ALL, ANY, , EXPR, , ARRAY] = [0, 1, 2, 3, 4, 5, 6];

/** A subquery in an expression. */
function asked(node: TreeNode, scope: QueryScope): Value {
  const kind = numberIn(node, "subLinkType");
  if (kind === EXISTS) return scalar(BOOL, false);
  const inner = scope.within(nodeIn(node, "subselect"));
  const [first] = inner.columns();
  const value = first?.[1] ?? NOTHING;
  if (kind === ARRAY) return { shape: { kind: "list", of: value }, nullable: false };
  if (kind === EXPR) return { shape: value.shape, nullable: value.nullable || !inner.isOneRow };
  const test = node.fields.get("testexpr");
  const isCertain =
    (kind === ANY || kind === ALL) &&
    isNode(test) &&
    test.tag === "OPEXPR" &&
    !value.nullable &&
    !leftOf(test, scope).nullable;
  return scalar(BOOL, !isCertain);
}

function leftOf(test: TreeNode, scope: QueryScope): Value {
  const [left] = nodesIn(test, "args");
  return left === undefined ? NOTHING : valueIn(left, scope);
}

function objectOf(nodes: readonly TreeNode[], args: readonly Value[], type: number, scope: QueryScope): Shape {
  const fields: Field[] = [];
  for (let index = 0; index < args.length; index += 2) {
    const [key, value] = [args[index]?.shape, args[index + 1]];
    const isConstant = nodes[index]?.tag === "CONST" && key?.kind === "labels" && key.labels.length === 1;
    if (!isConstant || value === undefined) return { kind: "scalar", type };
    fields.push([key.labels[0] ?? "", value]);
  }
  return scope.catalog.types.has(type) ? { kind: "json", json: { kind: "row", fields } } : { kind: "scalar", type };
}

function jsonOf(value: Value | undefined, type: number): Shape {
  if (value === undefined) return { kind: "scalar", type };
  return value.shape.kind === "json" ? value.shape : { kind: "json", json: value.shape };
}
