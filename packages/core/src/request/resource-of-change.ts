import { catalog, type Operation } from "@fulmar/contract";

/** What the things of a collection are addressed by: `/compute/cloud-vms` by `vm_id`. */
const ADDRESSED_BY = new Map<string, string>(
  catalog.flatMap(({ path }) => {
    const [, collection, name] = /^(.+)\/\{([a-z_]+)\}$/.exec(path) ?? [];
    return collection === undefined || name === undefined ? [] : [[collection, name] as const];
  }),
);

/**
 * What a change was made to: what it made, else the last id in its path, else what its answer or its input refers to.
 */
export function resourceIdOf(operation: Operation, input: Record<string, unknown>, value: unknown): string | null {
  const answer = (value ?? {}) as Record<string, unknown>;
  const made = resourceMade(operation, answer) ?? resourceInPath(operation, input);
  if (made !== undefined) return made;
  const fields = Object.entries(answer).filter(([name]) => name !== "site_id");
  // A bucket has no id of its own: its name is what it is addressed by.
  const named =
    fields.find(([name]) => name === "id" || name.endsWith("_id")) ??
    fields.find(([name]) => name === "name") ??
    Object.entries(input).find(([name]) => name.endsWith("_id") || name.endsWith("_name"));
  return typeof named?.[1] === "string" ? named[1] : null;
}

/**
 * What a POST to a collection has added to it, where its answer says so: the history of a thing begins with its
 * creation.
 */
function resourceMade({ method, path }: Operation, answer: Record<string, unknown>): string | undefined {
  const name = method === "POST" ? ADDRESSED_BY.get(path) : undefined;
  const id = name === undefined ? undefined : (answer[name] ?? answer.id);
  return typeof id === "string" ? id : undefined;
}

/** The last id in the path: what an operation is about. */
export function resourceInPath(operation: Operation, input: Record<string, unknown>): string | undefined {
  const name = Object.keys(operation.params.shape).at(-1);
  return name === undefined ? undefined : String(input[name]);
}
