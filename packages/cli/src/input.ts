import { readFileSync } from "node:fs";
import { isRecord } from "./contexts.ts";
import { UsageError } from "./failure.ts";
import type { Field, OperationCommand } from "./table.ts";

/** The values of flags, by the names of their fields. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * The input of an operation: the JSON object of `--body`, and the arguments and flags over it.
 * @throws UsageError if a field is missing, or a value is not of its type
 */
export function inputOf(
  { args, flags }: OperationCommand,
  given: readonly string[],
  values: Values,
  bodyFile: string | undefined,
): Record<string, unknown> {
  const input: Record<string, unknown> = bodyFile === undefined ? {} : readBody(bodyFile);
  for (const [index, field] of args.entries()) input[field.name] = parse(field, given[index] ?? "");
  for (const field of flags) {
    const value = values[field.name];
    if (value !== undefined)
      input[field.name] = Array.isArray(value) ? value.map((text) => parse(field, text)) : parse(field, value);
  }
  const missing = flags.filter(({ required, name }) => required && input[name] === undefined);
  if (missing.length > 0)
    throw new UsageError(`${missing.map(({ flag }) => `--${flag}`).join(", ")} must be given; --help says more.`);
  return input;
}

/** @throws UsageError if the file is no JSON object */
export function readBody(file: string): Record<string, unknown> {
  let body: unknown;
  try {
    // Some editors begin a file with a byte order mark (RFC 8259, section 8.1).
    body = JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The body cannot be read: ${reason}.`, { cause: error });
  }
  if (isRecord(body)) return { ...body };
  throw new UsageError("The body must be a JSON object.");
}

function parse({ type, list, flag, choices, nullable }: Field, value: unknown): unknown {
  if (type === "boolean") return value === false && nullable ? null : value;
  if (value === false) return list && !nullable ? [] : null;
  const text = String(value);
  if (choices !== undefined && !choices.includes(text))
    throw new UsageError(`${flag} must be one of ${choices.join(", ")}.`);
  if (type === "string") return text;
  if (type === "json") return parseJson(flag, text);
  const number = Number(text);
  if (text.trim() === "" || !(type === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number)))
    throw new UsageError(`${flag} must be ${type === "integer" ? "a whole number" : "a number"}.`);
  return number;
}

function parseJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${flag} must be JSON.`, { cause });
  }
}
