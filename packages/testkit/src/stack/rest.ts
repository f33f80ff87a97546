import {
  type Method,
  type Operation,
  type OperationById,
  type OperationId,
  type OperationInput,
  type OperationOutput,
  operationById,
} from "@fulmar/contract";

/** Sends one request to a path below `/v1`, adding workspace, token and idempotency key. */
export type Send = (
  method: Method,
  path: string,
  body?: unknown,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** The input of an operation: path, query and body as one object. */
export type Input<Id extends OperationId> = OperationInput<OperationById<Id>>;
/** The HTTP answer of an operation; a list is a plain array. */
export type Answer<Id extends OperationId> =
  OperationOutput<OperationById<Id>> extends { readonly items: infer Items; readonly nextCursor: unknown }
    ? Items
    : OperationOutput<OperationById<Id>>;

/** A client of the REST API as the contract declares it. It validates every answer: an additional field is an error. */
export class Rest {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * @throws Error with the operation and the answer, unless the answer is the operation's declared success
   */
  async ask<Id extends OperationId>(id: Id, input: Input<Id>): Promise<Answer<Id>> {
    const operation = operationById(id) as unknown as Operation;
    const { path, body } = requestOf(operation, input as Readonly<Record<string, unknown>>);
    const answer = await this.#send(operation.method, path, body);
    if (answer.status !== operation.success)
      throw new Error(`${operation.method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    return operation.output.parse(answer.body) as Answer<Id>;
  }

  /** Sends a request that may fail and returns the status. */
  async status<Id extends OperationId>(id: Id, input: Input<Id>): Promise<number> {
    return (await this.answer(id, input)).status;
  }

  /** Sends a request that may fail and returns whatever comes. */
  answer<Id extends OperationId>(id: Id, input: Input<Id>): ReturnType<Send> {
    const operation = operationById(id) as unknown as Operation;
    const { path, body } = requestOf(operation, input as Readonly<Record<string, unknown>>);
    return this.#send(operation.method, path, body);
  }
}

function requestOf(
  { path, query, body }: Operation,
  input: Readonly<Record<string, unknown>>,
): { path: string; body: unknown } {
  const within = (schema: Operation["params"]) =>
    Object.entries(input).filter(([name, value]) => name in schema.shape && value !== undefined);
  const search = new URLSearchParams(
    Object.fromEntries(within(query).map(([name, value]) => [name, String(value)])),
  ).toString();
  const place = path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const hasBody = Object.keys(body.shape).length > 0;
  return {
    path: search === "" ? place : `${place}?${search}`,
    body: hasBody ? Object.fromEntries(within(body)) : undefined,
  };
}

/** Runs the same work for each named part, in parallel. @returns the results under the same names */
export async function together<Key extends string, Part, Result>(
  parts: Readonly<Record<Key, Part>>,
  make: (part: Part, key: Key) => Promise<Result>,
): Promise<Record<Key, Result>> {
  const made = Object.entries<Part>(parts).map(async ([key, part]) => [key, await make(part, key as Key)] as const);
  return Object.fromEntries(await Promise.all(made)) as Record<Key, Result>;
}
