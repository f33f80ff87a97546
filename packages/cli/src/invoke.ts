import type { Client, List, Operation, OperatorChangePlan, OperatorClient, WaitOptions } from "@fulmar/sdk";
import { isRecord } from "./contexts.ts";
import type { OperationCommand } from "./table.ts";

/** The client of tenants, or that of operators. */
export type AnyClient = Client | OperatorClient;

type Call = (input: Readonly<Record<string, unknown>>) => List<unknown> | Promise<unknown>;

/**
 * Calls an operation by its id. The client's types know each method by its name, so this finds one in the client as in
 * a table: the ids of the table of commands are those of its methods.
 */
export async function invoke(
  client: AnyClient,
  id: string,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return callOf(client, id)(input);
}

/** Asks by an operation's id what it would do. A plan of tenants is one of operators with fewer types of resources. */
export async function invokePlan(
  client: AnyClient,
  id: string,
  input: Readonly<Record<string, unknown>>,
): Promise<OperatorChangePlan> {
  return (await callOf(client.plan, id)(input)) as OperatorChangePlan;
}

/** The items of a list, as many as the limit says. */
export async function invokeList(
  client: AnyClient,
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

async function* pagesByOffset(client: AnyClient, id: string, rows: string, input: Readonly<Record<string, unknown>>) {
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

function callOf(client: AnyClient | AnyClient["plan"], id: string): Call {
  const [resource = "", verb = ""] = id.split(".");
  const call = (client as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>)[resource]?.[verb];
  if (call === undefined) throw new Error(`the client has no ${id}`);
  return call;
}
