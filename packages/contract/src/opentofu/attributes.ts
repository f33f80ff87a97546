import type { Attribute, AttributeMode, AttributeType } from "./description.ts";
import { DROPPED, VOLATILE } from "./exceptions.ts";
import type { Field, FieldType } from "./fields.ts";

/** How a field of the body becomes an attribute. */
export interface Configured {
  readonly name: string;
  /** The field of the record that holds it, and its schema there. Undefined if the record does not. */
  readonly held: Field | undefined;
  readonly readWhen: Attribute["read_when"] | undefined;
  /** Whether the service decides where neither the configuration nor a default does. */
  readonly filled: boolean;
  readonly changeable: boolean;
  readonly trigger: string | undefined;
}

/** An attribute that the configuration sets: a field of the create's body. */
export function configuredAttribute(field: Field, configured: Configured): Attribute {
  const { name, held, readWhen, filled, changeable, trigger } = configured;
  const mode = trigger === undefined ? modeOf(field, held !== undefined, filled) : writeOnlyMode(field);
  return {
    name,
    ...attributeType(field.type, nested),
    mode,
    ...(mode === "default" && { default: field.default }),
    ...(held !== undefined && { read: held.name }),
    ...(readWhen !== undefined && { read_when: readWhen }),
    ...(!changeable && { replace: true }),
    ...(VOLATILE.includes(name) && mode === "filled" && { volatile: true }),
    ...(trigger !== undefined && { sensitive: true, write_only: { trigger } }),
    ...words(field),
  };
}

/** What the record does not hold has no default here: after an import, the default would look like a change. */
function modeOf(field: Field, isHeld: boolean, filled: boolean): AttributeMode {
  if (field.required) return "required";
  if (!isHeld) return "optional";
  if (filled) return "filled";
  return field.default === null ? "optional" : "default";
}

function writeOnlyMode(field: Field): AttributeMode {
  return field.required ? "required" : "optional";
}

/** A nested attribute that the configuration sets. */
function nested(field: Field): Attribute {
  const mode = field.required ? "required" : field.default === null ? "optional" : "default";
  return {
    name: field.name,
    ...attributeType(field.type, nested),
    mode,
    ...(mode === "default" && { default: field.default }),
    read: field.name,
    ...words(field),
  };
}

/** An attribute that the service sets: a field of the record. */
export function computedAttribute(field: Field, { isSecret = false } = {}): Attribute {
  return {
    name: field.name,
    ...attributeType(field.type, (inner) => computedAttribute(inner)),
    mode: "computed",
    ...(!isSecret && { read: field.name }),
    ...(VOLATILE.includes(field.name) && { volatile: true }),
    ...(isSecret && { sensitive: true }),
    ...(field.description !== undefined && { description: field.description }),
  };
}

/** The fields of a record that become attributes. */
export function shownFields(fields: readonly Field[]): Field[] {
  return fields.filter(({ name }) => !DROPPED.includes(name));
}

export function hasSameType(one: FieldType, other: FieldType): boolean {
  return one.type === other.type;
}

function attributeType(type: FieldType, inner: (field: Field) => Attribute): AttributeType {
  return "fields" in type ? { type: type.type, attributes: type.fields.map(inner) } : type;
}

function words({ description, values, minimum, maximum }: Field) {
  return {
    ...(description !== undefined && { description }),
    ...(values !== undefined && { values }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}
