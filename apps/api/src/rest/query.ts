import type { Operation } from "@fulmar/contract";
import type { z } from "zod";

type Decode = (text: string | string[]) => unknown;

/**
 * Makes the decoder of an operation's query string. It converts text to the schema's type where possible. Other text is
 * left for the schema to refuse by name. The schemas themselves only describe JSON values.
 */
export function queryDecoder(
  operation: Operation,
): (query: Readonly<Record<string, string | string[]>>) => Record<string, unknown> {
  const decoders = new Map(
    Object.entries(operation.query.shape).map(([name, schema]) => [name, decoderOf(schema as z.ZodType)]),
  );
  return (query) =>
    Object.fromEntries(Object.entries(query).map(([name, text]) => [name, decoders.get(name)?.(text) ?? text]));
}

function decoderOf(schema: z.ZodType): Decode {
  switch (kindOf(schema)) {
    case "number":
      return (text) => (typeof text === "string" && /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text);
    case "boolean":
      return (text) => (text === "true" ? true : text === "false" ? false : text);
    case "array":
      return (text) => (typeof text === "string" ? [text] : text);
    default:
      return (text) => text;
  }
}

/** The type of a schema inside optional, default and nullable wrappers. */
function kindOf(schema: z.ZodType): string {
  const definition = schema.def as { type: string; innerType?: z.ZodType };
  return definition.innerType === undefined ? definition.type : kindOf(definition.innerType);
}
