import type { Operation } from "@fulmar/contract";
import type { z } from "zod";

type Decode = (text: string | string[]) => unknown;

/**
 * Makes the decoder of an operation's query string: text becomes what the schema wants where it can, and stays text
 * where it cannot, so that the schema refuses it by name. The schemas themselves hold JSON values only.
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

/** What a schema is below its optional, default and nullable wrappings. */
function kindOf(schema: z.ZodType): string {
  const definition = schema.def as { type: string; innerType?: z.ZodType };
  return definition.innerType === undefined ? definition.type : kindOf(definition.innerType);
}
