// A plan is refused like the change: with the same status, code and blockers.

import type { Operation } from "@fulmar/contract";
import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiResponse, type RequestOptions, together } from "../api-fixture.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import type { AnyRequest } from "../examples/example-fixture.ts";

let api: ArrangedApi;
/** A token without the scope of most operations. */
let unscoped: string;
const counted = new Map<string, number>();
beforeAll(async () => {
  api = await startArrangedApi();
  unscoped = await api.createToken(api.tenant, { scopes: ["load-balancer.read"] });
}, ARRANGING_MS);
afterAll(() => {
  console.info(JSON.stringify(Object.fromEntries(counted)));
  return api.close();
});

const changing = eachOperation.filter(([, operation]) => !operation.safe);

describe.each(changing)("%s", (_, operation) => {
  test("is refused alike with and without dry_run", async () => {
    const request = api.own.request(operation);
    const [param] = Object.keys(operation.params.shape).toReversed();
    const hasBody = Object.keys(operation.body.shape).length > 0;
    const variants: readonly (readonly [AnyRequest, RequestOptions])[] = [
      [request, { token: null }],
      [request, { token: "garbage" }],
      [request, { workspaceId: "9223372036854775807" }],
      [request, { workspaceId: "abc" }],
      [request, { rawBody: "{" }],
      [{ ...request, body: { ...request.body, unknown_field: 1 } }, {}],
      [{ ...request, query: { ...request.query, unknown_field: 1 } }, {}],
      ...(operation.scope === null ? [] : ([[request, { token: unscoped }]] as const)),
      ...(hasBody ? ([[{ ...request, body: {} }, {}]] as const) : []),
      ...(param === undefined
        ? []
        : ([[{ ...request, params: { ...request.params, [param]: "absent" } }, {}]] as const)),
    ];
    await together(variants, ([sent, options]) => bothRefuse(operation, sent, options));
    if (operation.billable) {
      const { organizationId } = api.tenant;
      await setWallet(api.database, { organizationId, balance: "0", creditLimit: "0" });
      try {
        await bothRefuse(operation, request, {});
      } finally {
        await setWallet(api.database, { organizationId, balance: "1000000", creditLimit: "0" });
      }
    }
    // Once it is done, many a change is refused by the state that it has led to.
    expect((await api.own.send(operation, request)).status).toBe(operation.success);
    await bothRefuse(operation, request, {});
  });
});

async function bothRefuse(operation: Operation, request: AnyRequest, options: RequestOptions) {
  const planned = await api.own.send(operation, request, { ...options, key: null, query: { dry_run: "true" } });
  // A plan that is not refused is the matter of another test.
  if (planned.status === 200) return;
  const done = await api.own.send(operation, request, options);
  expect(refusalOf(planned)).toEqual(refusalOf(done));
  const kind = `${done.status} ${done.body.code}`;
  counted.set(kind, (counted.get(kind) ?? 0) + 1);
}

function refusalOf({ status, body }: ApiResponse) {
  const { request_id: _, ...refusal } = body;
  return { status, ...refusal };
}
