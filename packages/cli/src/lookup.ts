import { isRecord } from "./contexts.ts";
import { UsageError } from "./failure.ts";
import { type AnyClient, invokeList } from "./invoke.ts";
import type { Field, OperationCommand } from "./table.ts";

const IDENTIFIER = /^[a-z]+_[0-9a-z]{26}$/;

/**
 * Replaces names by ids, from left to right: a subnet is looked up in the VPC before it.
 * @throws UsageError if a name is of several
 */
export async function resolveNames(
  client: AnyClient,
  commands: readonly OperationCommand[],
  { id, verb, args, flags }: OperationCommand,
  input: Record<string, unknown>,
): Promise<void> {
  const own = verb === "restore" || verb === "purge" ? `${id.split(".")[0]}.list` : undefined;
  for (const field of [...args, ...flags]) {
    const value = input[field.name];
    const idOf = (text: unknown) => resolveName(client, { commands, own }, field, String(text), input);
    if (field.found === undefined || value === undefined || value === null) continue;
    input[field.name] = Array.isArray(value) ? await Promise.all(value.map(idOf)) : await idOf(value);
  }
}

/** @param own the list in which a deleted resource is looked up, too, to restore or purge it */
async function resolveName(
  client: AnyClient,
  { commands, own }: { readonly commands: readonly OperationCommand[]; readonly own: string | undefined },
  { found = [] }: Field,
  value: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (IDENTIFIER.test(value)) return value;
  // A list within what the input leaves out, such as a firewall group, is none to look into.
  const lists = found
    .flatMap((id) => commands.find((command) => command.id === id) ?? [])
    .filter(({ args }) => args.every(({ name }) => input[name] !== undefined && input[name] !== null));
  const searches = lists.flatMap((list) => [
    [list, {}] as const,
    ...(list.id === own && list.deleted !== undefined ? [[list, list.deleted] as const] : []),
  ]);
  const ids = await Promise.all(
    searches.map(async ([list, more]) => {
      // A filter by name makes it one page, however many there are.
      const filter = ["name", "key", "search"].find((name) => list.flags.some((flag) => flag.name === name));
      const parents = Object.fromEntries(list.args.map(({ name }) => [name, input[name]]));
      const named = filter === undefined ? {} : { [filter]: value };
      const items = await invokeList(client, list, { ...parents, ...named, ...more });
      const [idField = "id"] = list.columns;
      return items
        .filter(isRecord)
        .filter((item) => [item[idField], item.name ?? item.key].includes(value))
        .map((item) => String(item[idField]));
    }),
  );
  const [id, ...others] = new Set(ids.flat());
  if (others.length > 0)
    throw new UsageError(`Several are called ${value}; give an id: ${[id, ...others].join(", ")}.`);
  // It may still be an id of another form. If not, the API says so.
  return id ?? value;
}
