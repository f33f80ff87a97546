import type { Client } from "@fulmar/sdk";
import { isRecord } from "./contexts.ts";
import { NotFoundError } from "./failure.ts";
import { invokeList } from "./invoke.ts";
import type { Field, OperationCommand } from "./table.ts";

const IDENTIFIER = /^[a-z]+_[0-9a-z]{26}$/;

/**
 * Replaces names by ids, from left to right: a subnet is looked up in the VPC before it.
 * @throws NotFoundError if a name is nobody's, or of several
 */
export async function resolveNames(
  client: Client,
  commands: readonly OperationCommand[],
  { args, flags }: Pick<OperationCommand, "args" | "flags">,
  input: Record<string, unknown>,
): Promise<void> {
  for (const field of [...args, ...flags]) {
    const value = input[field.name];
    const idOf = (text: unknown) => resolveName(client, commands, field, String(text), input);
    if (field.found === undefined || value === undefined || value === null) continue;
    input[field.name] = Array.isArray(value) ? await Promise.all(value.map(idOf)) : await idOf(value);
  }
}

async function resolveName(
  client: Client,
  commands: readonly OperationCommand[],
  { name: field, flag, found = [] }: Field,
  value: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (IDENTIFIER.test(value)) return value;
  const parameter = field.replace(/_ids$/, "_id");
  const lists = await Promise.all(
    found.map(async (id) => {
      const list = commands.find((command) => command.id === id);
      // A filter by name makes it one page, however many there are.
      const filter = ["name", "key"].find((name) => list?.flags.some((flag) => flag.name === name));
      const parents = Object.fromEntries((list?.args ?? []).map(({ name }) => [name, input[name]]));
      return invokeList(client, id, { ...parents, ...(filter !== undefined && { [filter]: value }) });
    }),
  );
  const items = lists.flat().filter(isRecord);
  const ids = items
    .filter((item) => [item[parameter] ?? item.id, item.name ?? item.key].includes(value))
    .map((item) => String(item[parameter] ?? item.id));
  const [id, ...others] = new Set(ids);
  if (id === undefined) throw new NotFoundError(`There is no ${flag.replaceAll("-", " ")} called ${value}.`);
  if (others.length > 0)
    throw new NotFoundError(`Several are called ${value}; give an id: ${[id, ...others].join(", ")}.`);
  return id;
}
