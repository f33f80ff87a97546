import type { Operation } from "@fulmar/contract";
import { DomainError } from "@fulmar/core";
import { createRouter } from "@fulmar/trpc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiResponse, together } from "../api-fixture.ts";
import { eachOperation, exampleOf } from "../examples/all.ts";
import {
  ARRANGING_MS,
  type ArrangedApi,
  type ArrangedFixture,
  startArrangedApi,
} from "../examples/arranged-examples.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";

let api: ArrangedApi;
let router: ReturnType<typeof createRouter>;
/** A token without the scope of most operations. */
let unscoped: string;
beforeAll(async () => {
  api = await startArrangedApi();
  const draining = new AbortController().signal;
  router = createRouter({
    core: api.core,
    database: api.served,
    logger: { error: () => undefined },
    draining,
  });
  unscoped = await api.createToken(api.tenant, { scopes: ["load-balancer.read"] });
}, ARRANGING_MS);
afterAll(() => api.close());

interface Call {
  readonly authorization?: string;
  readonly idempotencyKey?: string;
  readonly workspaceId?: string;
}

/** The result of a call in terms common to REST and tRPC. */
interface Outcome {
  readonly status: number;
  readonly value?: unknown;
  readonly refusal?: {
    readonly detail: string;
    readonly code: string;
    readonly errors: unknown;
    readonly blockers: unknown;
  };
}

/** Calls the operation's procedure with the flat input of a tRPC client. */
async function callProcedure(
  operation: Operation,
  request: AnyRequest,
  { authorization, idempotencyKey, workspaceId }: Call,
): Promise<Outcome> {
  const credentials = { kind: "bearer", authorization } as const;
  const credentialsNow = async () => credentials;
  const context = {
    credentials,
    credentialsNow,
    idempotencyKey,
    requestId: "parity-test",
    sourceIp: undefined,
    signal: new AbortController().signal,
  };
  const caller = router.createCaller(context) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const [resource = "", verb = ""] = operation.id.split(".");
  const procedure = caller[resource]?.[verb];
  if (procedure === undefined) throw new Error(`${operation.id} is not a procedure`);
  try {
    const value = await procedure({
      ...(workspaceId !== undefined && { workspace_id: workspaceId }),
      ...request.params,
      ...request.query,
      ...request.body,
    });
    return { status: operation.success, value: operation.list ? (value as { items: unknown }).items : value };
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof DomainError)) throw error;
    const { message, code, errors, blockers, status } = error.cause;
    return { status, refusal: { detail: message, code, errors, blockers } };
  }
}

function outcomeOf({ status, body }: ApiResponse): Outcome {
  if (status < 400) return { status, value: body };
  const { detail, code, errors, blockers } = body;
  return { status, refusal: { detail, code, errors, blockers } };
}

/** Replaces what differs between two workspaces with the same history: ids, names, addresses, times and signatures. */
function alike(outcome: Outcome): unknown {
  const text = JSON.stringify(outcome)
    .replaceAll(/\b([a-z]+)_[0-9a-z]{26}\b/g, "$1_id")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(/\d{8}T\d{6}Z/g, "time")
    .replaceAll(/example-\d+/g, "name")
    .replaceAll(/[0-9a-f]{32,}/g, "random")
    .replaceAll(/\bz[0-9a-f]{12}\./g, "label.")
    .replaceAll(/"(access_key_id|secret_access_key|key_fingerprint)":"[A-Za-z0-9_-]+"/g, '"$1":"random"')
    .replaceAll(/\d+\.\d+\.\d+\.\d+/g, "address")
    .replaceAll(/"workspace_id":"\d+"/g, '"workspace_id":"w"')
    .replaceAll(/"workspace_ids":\["\d+"\]/g, '"workspace_ids":["w"]')
    .replaceAll(/whsec_[0-9A-Za-z+/=]+/g, "secret")
    .replaceAll(/"amount":"\d+\.5"/g, '"amount":"of a payment"')
    .replaceAll(/"reference":"[0-9A-Z]{10}"/g, '"reference":"of a transfer"')
    .replaceAll(/tkt_[\w-]{43}/g, "ticket")
    .replaceAll(/svc_dev_key_[0-9A-Za-z]+/g, "token")
    .replaceAll(/(https:\/\/[^/"]+)\/[^"]+/g, "$1/path")
    .replaceAll(/[0-9a-z]{26}\.cdn\./g, "id.cdn.");
  return JSON.parse(text);
}

/** A budget says what all that there is in its organization costs until the end of the month. */
const OF_ALL_COSTS: ReadonlySet<string> = new Set(["budget.create", "budget.update"]);

/** A workspace with a request of the operation: the given one, or a new one of an organization without costs. */
async function workspaceFor(operation: Operation, arranged: ArrangedFixture) {
  if (!OF_ALL_COSTS.has(operation.id)) return { fixture: arranged, request: arranged.request(operation) };
  const fixture = new ExampleFixture(api, await api.createTenant());
  return { fixture, request: await exampleOf(operation, fixture) };
}

describe.each(eachOperation)("%s", (id, operation) => {
  test("returns the same value by REST and by tRPC", async () => {
    // Changes run in a twin of the workspace, because they can be made only once in each.
    const own = await workspaceFor(operation, api.own);
    const twin = operation.safe ? own : await workspaceFor(operation, api.foreign);
    const byRest = outcomeOf(await own.fixture.send(operation, own.request));
    const call = {
      authorization: `Bearer ${twin.fixture.token}`,
      workspaceId: twin.fixture.workspaceId,
      idempotencyKey: `parity-${id}`,
    };
    const byProcedure = await callProcedure(operation, twin.request, call);
    expect(byProcedure.refusal).toBeUndefined();
    expect(alike(byProcedure)).toEqual(alike(byRest));
  });

  test("returns the same refusals by REST and by tRPC", async () => {
    // Where everything may be missing, the change is made. So it has a workspace of its own.
    const fixture = api.sibling;
    const request = fixture.request(operation);
    const valid = {
      authorization: `Bearer ${fixture.token}`,
      workspaceId: fixture.workspaceId,
      idempotencyKey: "parity",
    };
    const place = operation.method === "GET" ? "query" : "body";
    const unknown = { ...request, [place]: { ...request[place], unknown_field: 1 } };
    const [param] = Object.keys(operation.params.shape);
    const calls: readonly (readonly [string, AnyRequest, Call])[] = [
      ["no token", request, { workspaceId: fixture.workspaceId }],
      ["a wrong token", request, { ...valid, authorization: "Bearer svc_dev_key_wrong" }],
      ["no workspace", request, { authorization: valid.authorization }],
      ["a wrong workspace", request, { ...valid, workspaceId: "0" }],
      ["a foreign workspace", request, { ...valid, workspaceId: "9223372036854775807" }],
      ...(operation.scope === null
        ? []
        : [["no scope", unknown, { ...valid, authorization: `Bearer ${unscoped}` }] as const]),
      ["an unknown field", unknown, valid],
      [
        "everything missing",
        { params: request.params ?? {}, body: {} },
        // With a key of its own, because it is taken where the change is made.
        { ...valid, idempotencyKey: operation.idempotency === "required" ? "" : "parity-missing" },
      ],
      ...(param === undefined
        ? []
        : [["an absent resource", { ...request, params: { ...request.params, [param]: "absent" } }, valid] as const]),
    ];
    await together(calls, async ([name, sent, call]) => {
      const response = await fixture.send(operation, sent, {
        token: null,
        key: call.idempotencyKey ?? null,
        workspaceId: call.workspaceId ?? null,
        headers: {
          ...(call.authorization !== undefined && { authorization: call.authorization }),
          ...(call.idempotencyKey === "" && { "x-idempotency-key": "" }),
        },
      });
      const byRest = outcomeOf(response);
      if (name === "everything missing" && byRest.status < 400) return;
      expect({ name, ...(await callProcedure(operation, sent, call)) }).toEqual({ name, ...byRest });
      expect(byRest.status, name).toBeGreaterThanOrEqual(400);
    });
  });
});
