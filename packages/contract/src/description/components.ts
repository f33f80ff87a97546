import { z } from "zod";

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * Collects the named schemas of a document. A zod schema with an id becomes a component and references to it. If its
 * input differs from its output (defaults), the input's component gets its own name.
 */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();
  /** What has been described, because hundreds of operations share a few large schemas, such as that of a plan. */
  readonly #described = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() };

  /** @param io "input" for requests, "output" for responses */
  describe(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const known = this.#described[io].get(schema);
    if (known !== undefined) return known;
    const described = this.#describe(schema, io);
    this.#described[io].set(schema, described);
    return described;
  }

  #describe(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const {
      $schema: _,
      $defs: definitions = {},
      ...json
    } = z.toJSONSchema(schema, { io, target: "draft-2020-12", override: withoutSafeBounds }) as JsonSchema & {
      $defs?: Record<string, JsonSchema>;
    };
    const own = typeof json.id === "string" ? json.id : undefined;
    const named = own === undefined ? definitions : { ...definitions, [own]: json };
    const names = new Map(
      Object.entries(named).map(([name, definition]) => [name, this.#nameFor(name, stripId(definition), io)]),
    );
    for (const [name, definition] of Object.entries(named))
      this.#schemas.set(names.get(name) ?? name, rename(stripId(definition), names) as JsonSchema);
    return own === undefined ? (rename(json, names) as JsonSchema) : { $ref: refTo(names.get(own) ?? own) };
  }

  /** All components so far, sorted by name. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #nameFor(name: string, definition: JsonSchema, io: "input" | "output"): string {
    const known = this.#schemas.get(name);
    const same = known === undefined || JSON.stringify(known) === JSON.stringify(rename(definition, new Map()));
    return same ? name : io === "input" ? `${name}Input` : `${name}Output`;
  }
}

/**
 * Removes the bounds of safe integers: they come from JavaScript, not from the API's rules, and would be noise in the
 * document.
 */
function withoutSafeBounds({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function stripId({ id: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== "$ref" || typeof item !== "string") return [key, rename(item, names)];
      const name = item.replace("#/$defs/", "");
      return [key, refTo(names.get(name) ?? name)];
    }),
  );
}
