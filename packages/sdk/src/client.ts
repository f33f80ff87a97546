// The kernel of the projection: the client is computed from the table of operations. Its casts state what the generated
// types say: each operation is a method that takes its input and answers its record (ADR 0064).
import type { Api, Plans } from "./api/api.ts";
import { OPERATIONS } from "./api/operations.ts";
import type { InstallationApi, InstallationPlans } from "./api/operator-api.ts";
import { OPERATOR_OPERATIONS } from "./api/operator-operations.ts";
import { List } from "./list.ts";
import { changes, type Input, keyOf, type OperationShape, planOf, requestOf, searchParamsOf } from "./request.ts";
import { type CallOptions, type ClientOptions, type Send, transport } from "./transport.ts";
import { type WaitOptions, waitFor } from "./wait.ts";

export interface RequestOptions extends CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>> | undefined;
  readonly body?: unknown;
}

export interface Client extends Omit<Api, "plan"> {
  /**
   * Asks what a change would do: `client.plan.cloudVm.delete({ vm_id })`. Nothing is changed. `client.plan.list` lists
   * the sizes of VMs.
   */
  readonly plan: Api["plan"] & Plans;
  readonly request: SendRequest;
}

/** A client for who runs the installation: `operators.operatorOrganization.suspend({ organization_id, reason })`. */
export interface OperatorClient extends InstallationApi {
  /** Asks what a change would do. Nothing is changed. */
  readonly plan: InstallationPlans;
  readonly request: SendRequest;
}

/**
 * Sends a request that no method covers.
 * @param path below the version, such as `/compute/sites`
 * @returns the body of the answer
 */
type SendRequest = (method: string, path: `/${string}`, options?: RequestOptions) => Promise<unknown>;

type Call = (input?: Input, options?: CallOptions) => unknown;

/**
 * A client of the API. Its methods are the operations by their ids, and each takes the operation's fields as one
 * object.
 * @throws FulmarError, FulmarConnectionError and what aborts a signal, from every method
 */
export function createClient(options: ClientOptions): Client {
  return clientOf(OPERATIONS, options) as unknown as Client;
}

/** A client of the operations of who runs the installation. Its token is an operator token. It has no workspace. */
export function createOperatorClient(options: Omit<ClientOptions, "workspaceId">): OperatorClient {
  return clientOf(OPERATOR_OPERATIONS, options) as unknown as OperatorClient;
}

function clientOf(operations: Readonly<Record<string, OperationShape>>, options: ClientOptions) {
  const send = transport(options);
  const { workspaceId } = options;
  const client: Record<string, Record<string, Call>> = {};
  const plans: Record<string, Record<string, Call>> = {};
  for (const [id, shape] of Object.entries(operations)) {
    const [resource = "", verb = ""] = id.split(".");
    client[resource] = { ...client[resource], [verb]: callOf(id, shape) };
    if (changes(shape)) plans[resource] = { ...plans[resource], [verb]: planCallOf(id, shape) };
  }

  function planCallOf(id: string, shape: OperationShape): Call {
    return async (input = {}, call = {}) => {
      const asked = { ...call, workspaceId: call.workspaceId ?? workspaceId };
      return (await send(planOf(requestOf(id, shape, input, asked)))).body;
    };
  }

  function callOf(id: string, shape: OperationShape): Call {
    return (input = {}, call = {}) => {
      const request = (fields: Input) =>
        send(requestOf(id, shape, fields, { ...call, workspaceId: call.workspaceId ?? workspaceId }));
      if (shape.list)
        return new List(async (cursor) => {
          const { body, nextCursor } = await request(cursor === undefined ? input : { ...input, cursor });
          return { items: body as readonly unknown[], nextCursor };
        });
      return shape.operation ? waitable(request(input), call) : request(input).then(({ body }) => body);
    };
  }

  /** The method is not enumerable, so that the record remains the API's. */
  async function waitable(answer: ReturnType<Send>, { workspaceId }: CallOptions) {
    const record = (await answer).body as { readonly operation_id: string };
    const wait = (how?: WaitOptions) =>
      waitFor((client as unknown as Api).operation, record.operation_id, { workspaceId }, how);
    return Object.defineProperty(record, "wait", { value: wait });
  }

  const request: SendRequest = async (method, path, { query = {}, body, signal, ...call } = {}) => {
    const answer = await send({
      name: `${method} ${path}`,
      method,
      path,
      query: searchParamsOf({ workspace_id: call.workspaceId ?? workspaceId, ...query }),
      body,
      idempotencyKey: method === "POST" || method === "DELETE" ? keyOf(call) : undefined,
      repeatable: method === "GET" || method === "PUT" || call.idempotencyKey !== undefined,
      signal,
    });
    return answer.body;
  };

  return { ...client, plan: { ...client.plan, ...plans }, request };
}
