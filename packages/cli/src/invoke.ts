import type { ChangePlan, Client, List, Operation, WaitOptions } from "@fulmar/sdk";
import { isRecord } from "./contexts.ts";
import type { OperationCommand } from "./table.ts";

type Call = (input: Readonly<Record<string, unknown>>) => List<unknown> | Promise<unknown>;

/**
 * Calls an operation by its id. The client's types know each method by its name, so this finds one in the client as in
 * a table: the ids of the table of commands are those of its methods.
 */
export async function invoke(client: Client, id: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  return callOf(client, id)(input);
}

/** Asks by an operation's id what it would do. */
export async function invokePlan(
  client: Client,
  id: string,
  input: Readonly<Record<string, unknown>>,
): Promise<ChangePlan> {
  return (await callOf(client.plan, id)(input)) as ChangePlan;
}

/** The items of a list, as many as the limit says. */
export async function invokeList(
  client: Client,
  { id, rows }: Pick<OperationCommand, "id" | "rows">,
  input: Readonly<Record<string, unknown>>,
  limit = Number.POSITIVE_INFINITY,
): Promise<unknown[]> {
  const list = rows === undefined ? callOf(client, id)(input) : pagesByOffset(client, id, rows, input);
  if (!(Symbol.asyncIterator in list)) throw new Error(`${id} is no list`);
  const items: unknown[] = [];
  if (limit > 0)
    for await (const item of list) {
      items.push(item);
      if (items.length >= limit) break;
    }
  return items;
}

async function* pagesByOffset(client: Client, id: string, rows: string, input: Readonly<Record<string, unknown>>) {
  for (let offset = Number(input.offset ?? 0); ; ) {
    const page = await invoke(client, id, { ...input, offset });
    const items = isRecord(page) && Array.isArray(page[rows]) ? page[rows] : [];
    yield* items;
    offset += items.length;
    if (items.length === 0 || !isRecord(page) || offset >= Number(page.total)) return;
  }
}

/** The method of an answer that waits for its operation, if it has one. */
export function waitOf(answer: unknown): ((options: WaitOptions) => Promise<Operation>) | undefined {
  return isRecord(answer) && typeof answer.wait === "function"
    ? (answer.wait as (o: WaitOptions) => Promise<Operation>)
    : undefined;
}

function callOf(client: Client | Client["plan"], id: string): Call {
  const [resource = "", verb = ""] = id.split(".");
  const call = (client as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>)[resource]?.[verb];
  if (call === undefined) throw new Error(`the client has no ${id}`);
  return call;
}
