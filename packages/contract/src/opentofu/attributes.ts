import type { Operation } from "../declaration/operation.ts";
import { attributeName } from "./calls.ts";
import type { Attribute, AttributeMode, AttributeType } from "./description.ts";
import { DROPPED, type ResourceExceptions, VOLATILE } from "./exceptions.ts";
import { type Field, type FieldType, fieldsOf } from "./fields.ts";

/** How a field of the body becomes an attribute. */
interface Configured {
  readonly name: string;
  /** The field of the record that holds it, and its schema there. Undefined if the record does not. */
  readonly held: Field | undefined;
  readonly readWhen: Attribute["read_when"] | undefined;
  /** Whether the service decides where neither the configuration nor a default does. */
  readonly filled: boolean;
  readonly changeable: boolean;
  readonly grows: boolean;
  /** Whether the create alone takes it. */
  readonly firstOnly: boolean;
  readonly trigger: string | undefined;
}

/** An attribute that the configuration sets: a field of the create's body. */
export function configuredAttribute(field: Field, configured: Configured): Attribute {
  const { name, held, readWhen, filled, changeable, grows, firstOnly, trigger } = configured;
  const mode = trigger === undefined ? modeOf(field, held !== undefined, filled) : writeOnlyMode(field);
  return {
    name,
    ...attributeType(field.type, nested),
    mode,
    ...(mode === "default" && { default: field.default }),
    ...(held !== undefined && { read: held.name }),
    ...(readWhen !== undefined && { read_when: readWhen }),
    ...(firstOnly ? { first_only: true as const } : !changeable && { replace: true }),
    ...(VOLATILE.includes(name) && mode === "filled" && { volatile: true }),
    ...(grows && { grows }),
    ...(trigger !== undefined && { write_only: { trigger } }),
    ...((trigger !== undefined || isUntold(field, configured)) && { sensitive: true }),
    ...words(field),
  };
}

/**
 * Whether a text is given and never answered, such as a key, or user data, which may have passwords: what the service does
 * not show, plans do not show either. Ids and choices are no secrets, nor what a record has under another name.
 */
function isUntold({ name, type, values }: Field, { held, firstOnly }: Configured): boolean {
  return (
    type.type === "string" && held === undefined && !firstOnly && values === undefined && !/_(id|name)$/.test(name)
  );
}

/** What the record does not hold has no default here: after an import, the default would look like a change. */
function modeOf(field: Field, isHeld: boolean, filled: boolean): AttributeMode {
  if (isRequired(field)) return "required";
  if (!isHeld) return "optional";
  if (filled) return "filled";
  return field.default === null ? "optional" : "default";
}

function writeOnlyMode(field: Field): AttributeMode {
  return isRequired(field) ? "required" : "optional";
}

/** A field that must be sent and may be null is an attribute that may be left out. */
function isRequired({ required, nullable }: Field): boolean {
  return required && !nullable;
}

/** A nested attribute that the configuration sets. */
function nested(field: Field): Attribute {
  const mode = isRequired(field) ? "required" : field.default === null ? "optional" : "default";
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

function hasSameType(one: FieldType, other: FieldType): boolean {
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

/** The attribute that every resource has. */
export const ID: Attribute = { name: "id", type: "string", mode: "computed", description: "The id of the resource." };

/** A parameter of the path before the last: a resource that is moved elsewhere is another one. */
export function parentAttribute(name: string): Attribute {
  return { name, type: "string", mode: "required", replace: true };
}

/** What decides how a field of the body becomes an attribute. */
interface Surroundings {
  readonly record: readonly Field[];
  readonly changeable: ReadonlySet<string>;
  readonly exceptions: ResourceExceptions;
  readonly operation: string;
}

/** The attributes of a field of the body: one, and for a secret field the one that sends it again. */
export function configured(field: Field, { record, changeable, exceptions, operation }: Surroundings): Attribute[] {
  const name = attributeName(field.name, exceptions);
  const firstOnly = exceptions.firstOnly?.includes(field.name) ?? false;
  const held = name === field.name && !firstOnly ? record.find((other) => other.name === name) : undefined;
  if (held !== undefined && !hasSameType(held.type, field.type))
    throw new Error(`${operation}: ${field.name} has another type in the record; rename it in the exceptions`);
  const trigger = exceptions.writeOnly?.includes(field.name) ? `${name}_version` : undefined;
  const attribute = configuredAttribute(field, {
    name,
    held,
    readWhen: undefined,
    filled: isFilled(field, exceptions),
    changeable: changeable.has(field.name),
    grows: exceptions.grows?.includes(field.name) ?? false,
    firstOnly,
    trigger,
  });
  if (trigger === undefined) return [attribute];
  const description = `A number of your own. A change of it sends \`${name}\` again.`;
  return [attribute, { name: trigger, type: "integer", mode: "optional", description }];
}

/** A field that may be absent but not null: where it is absent, the service decides. */
function isFilled({ name, required, nullable, default: value }: Field, { filled }: ResourceExceptions): boolean {
  return filled?.includes(name) || (!required && !nullable && value === null);
}

/** Whether a field of the record is that of a field of the body. */
export function isHeld({ name }: Field, body: readonly Field[], exceptions: ResourceExceptions): boolean {
  return body.some((field) => field.name === name && attributeName(field.name, exceptions) === name);
}

/** What a deletion may be asked for, as attributes that only the deletion reads. */
export function deletionOptions(remove: Operation): Attribute[] {
  return fieldsOf(remove.query, "input")
    .filter(({ type }) => type.type === "bool")
    .map(({ name }) => ({
      name: `${name}_on_delete`,
      type: "bool",
      mode: "optional",
      description: `Whether it is deleted with \`${name}\`.`,
    }));
}
