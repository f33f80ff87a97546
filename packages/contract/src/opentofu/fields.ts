import { z } from "zod";
import { type NormalForm, normalForm } from "../values/normal-form.ts";
import type { AttributeType } from "./description.ts";
import { ORDERED } from "./exceptions.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A field of a body or a record. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly nullable: boolean;
  /** Null if there is none, or if the default is null. */
  readonly default: unknown;
  readonly description: string | undefined;
  readonly values: readonly (string | number)[] | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

export type FieldType =
  | Exclude<AttributeType, { readonly attributes: unknown }>
  | { readonly type: "list" | "object"; readonly fields: readonly Field[] };

/**
 * The fields of an object's schema. Fields whose values have any shape are left out.
 * @param io "input" for what is sent, "output" for what is answered
 */
export function fieldsOf(schema: z.ZodType, io: "input" | "output"): Field[] {
  const json = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return new Reader(json.$defs ?? {}).fields(json);
}

class Reader {
  readonly #definitions: Readonly<Record<string, JsonSchema>>;

  constructor(definitions: Readonly<Record<string, JsonSchema>>) {
    this.#definitions = definitions;
  }

  fields(schema: JsonSchema): Field[] {
    const { properties = {}, required = [] } = this.#resolved(schema);
    return Object.entries(properties).flatMap(([name, property]) => {
      if (typeof property === "boolean") return [];
      const { value, nullable } = this.#withoutNull(property);
      const type = this.#typeOf(name, value);
      if (type === undefined) return [];
      return {
        name,
        type,
        required: required.includes(name),
        nullable,
        default: defaultOf(property, type),
        description: property.description ?? value.description,
        values: value.enum?.filter((item) => typeof item === "string" || typeof item === "number"),
        minimum: bound(value.minimum),
        maximum: bound(value.maximum),
      };
    });
  }

  #resolved(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.replace("#/$defs/", "");
    const definition = this.#definitions[name];
    if (definition === undefined) throw new Error(`no definition ${name}`);
    const { $ref: _, ...own } = schema;
    return { ...definition, ...own };
  }

  #withoutNull(property: JsonSchema): { value: JsonSchema; nullable: boolean } {
    const choices = (property.anyOf ?? []).filter((choice) => typeof choice !== "boolean");
    const others = choices.filter(({ type }) => type !== "null");
    const [first] = others;
    const value = first === undefined ? property : first;
    const resolved = this.#resolved(value);
    const types: readonly unknown[] = Array.isArray(resolved.type) ? resolved.type : [resolved.type];
    const type = types.find(isTypeName);
    return {
      value: { ...resolved, ...(type !== undefined && { type }) },
      nullable: others.length < choices.length || types.includes("null"),
    };
  }

  #typeOf(name: string, schema: JsonSchema): FieldType | undefined {
    switch (schema.type) {
      case "string":
        return { type: "string", ...normalOf(schema) };
      case "boolean":
        return { type: "bool" };
      case "integer":
      case "number":
        return { type: isWhole(schema) ? "integer" : "number" };
      case "array":
        return this.#listOf(name, schema);
      case "object":
        return this.#objectOf(schema);
      default:
        return undefined;
    }
  }

  /** Attributes have lower-case names, so a document with other names, such as a bucket policy, is its JSON text. */
  #objectOf(schema: JsonSchema): FieldType | undefined {
    if (schema.properties === undefined) return undefined;
    if (Object.keys(schema.properties).some((name) => !ATTRIBUTE_NAME.test(name))) return { type: "json" };
    return { type: "object", fields: this.fields(schema) };
  }

  #listOf(name: string, { items }: JsonSchema): FieldType {
    const [item] = Array.isArray(items) ? items : [items];
    if (typeof item !== "object") throw new Error(`the items of ${name} have no type`);
    const { value } = this.#withoutNull(item);
    if (value.type === "string")
      return { type: ORDERED.includes(name) ? "list" : "set", items: "string", ...normalOf(value) };
    return { type: "list", fields: this.fields(value) };
  }
}

const ATTRIBUTE_NAME = /^[a-z][a-z0-9_]*$/;

function isTypeName(type: unknown): type is Exclude<JsonSchema["type"], undefined> {
  return typeof type === "string" && type !== "null";
}

/** A number of a list of whole ones is whole, too. */
function isWhole({ type, enum: values = [] }: JsonSchema): boolean {
  return type === "integer" || (values.length > 0 && values.every(Number.isInteger));
}

function normalOf(schema: JsonSchema): { normal?: NormalForm } {
  const normal = normalForm(schema);
  return normal === undefined ? {} : { normal };
}

/** zod states the bounds of safe integers, which are no rule of the API. */
function bound(limit: number | undefined): number | undefined {
  return limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? undefined : limit;
}

/** An object's default is complete: its own fields have theirs. */
function defaultOf(property: JsonSchema, type: FieldType): unknown {
  const given: unknown = property.default ?? null;
  if (given === null || type.type !== "object") return given;
  return { ...Object.fromEntries(type.fields.map((field) => [field.name, field.default])), ...Object(given) };
}
