/** The kind of a value, and whether it may be NULL. */
export interface Value {
  readonly shape: Shape;
  readonly nullable: boolean;
}

export type Shape =
  | { readonly kind: "scalar"; readonly type: number }
  /** One of these texts. */
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  | { readonly kind: "list"; readonly of: Value }
  /** A row as a value: of `to_jsonb(t)`, of ROW (…). */
  | { readonly kind: "row"; readonly fields: readonly Field[] }
  /** JSON that the statement builds. The shape of any other JSON is unknown. */
  | { readonly kind: "json"; readonly json: Shape };

export type Field = readonly [name: string, value: Value];

export const JSON_TYPES: readonly number[] = [114, 3802];
export const TEXT_TYPES: readonly number[] = [25, 1043, 1042, 19];

export const scalar = (type: number, nullable: boolean): Value => ({ shape: { kind: "scalar", type }, nullable });

/** A value that is one of these. */
export function either(values: readonly Value[], type: number): Value {
  const nullable = values.some((value) => value.nullable);
  const [first, ...rest] = values.filter(({ shape }) => !isNothing(shape)).map(({ shape }) => shape);
  if (first === undefined) return scalar(type, nullable);
  return { shape: rest.reduce((one, other) => common(one, other) ?? { kind: "scalar", type }, first), nullable };
}

/** NULL alone. */
function isNothing(shape: Shape): boolean {
  return shape.kind === "labels" && shape.labels.length === 0;
}

export const NOTHING: Value = { shape: { kind: "labels", labels: [] }, nullable: true };

function common(one: Shape, other: Shape): Shape | undefined {
  if (one.kind === "labels" && other.kind === "labels")
    return { kind: "labels", labels: [...new Set([...one.labels, ...other.labels])] };
  if (one.kind === "list" && other.kind === "list") return listOf(one, other);
  if (one.kind === "json" && other.kind === "json") {
    const json = common(one.json, other.json);
    return json && { kind: "json", json };
  }
  return JSON.stringify(one) === JSON.stringify(other) ? one : undefined;
}

function listOf(one: Shape & { kind: "list" }, other: Shape & { kind: "list" }): Shape | undefined {
  if (isNothing(one.of.shape)) return other;
  if (isNothing(other.of.shape)) return one;
  const shape = common(one.of.shape, other.of.shape);
  return shape && { kind: "list", of: { shape, nullable: one.of.nullable || other.of.nullable } };
}
