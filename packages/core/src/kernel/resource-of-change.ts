import type { Operation } from "@fulmar/contract";

/** What a change was made to: the last id in its path, else the id of what it made, else what it refers to. */
export function resourceIdOf(operation: Operation, input: Record<string, unknown>, value: unknown): string | null {
  const inPath = resourceInPath(operation, input);
  if (inPath !== undefined) return inPath;
  const fields = Object.entries((value ?? {}) as Record<string, unknown>).filter(([name]) => name !== "site_id");
  // A bucket has no id of its own: its name is what it is addressed by.
  const made =
    fields.find(([name]) => name === "id" || name.endsWith("_id")) ??
    fields.find(([name]) => name === "name") ??
    Object.entries(input).find(([name]) => name.endsWith("_id") || name.endsWith("_name"));
  return typeof made?.[1] === "string" ? made[1] : null;
}

/** The last id in the path: what an operation is about. */
export function resourceInPath(operation: Operation, input: Record<string, unknown>): string | undefined {
  const name = Object.keys(operation.params.shape).at(-1);
  return name === undefined ? undefined : String(input[name]);
}
