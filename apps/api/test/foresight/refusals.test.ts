// What would be refused is refused alike: a plan has the status, the code and the blockers of the change.

import type { Operation } from "@fulmar/contract";
import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type ApiResponse, type RequestOptions, startApi } from "../api-fixture.ts";
import { eachOperation, exampleOf } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";

let api: Api;
const counted = new Map<string, number>();
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => {
  console.info(JSON.stringify(Object.fromEntries(counted)));
  return api.close();
});

const changing = eachOperation.filter(([, operation]) => !operation.safe);

describe.each(changing)("%s", (_, operation) => {
  test("is refused alike with and without dry_run", async () => {
    const fixture = new ExampleFixture(api, await api.createTenant());
    const request = await exampleOf(operation, fixture);
    const unscoped = await api.createToken(fixture.tenant, { scopes: ["load-balancer.read"] });
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
    for (const [sent, options] of variants) await bothRefuse(fixture, operation, sent, options);
    if (operation.billable) {
      await setWallet(api.database, { organizationId: fixture.tenant.organizationId, balance: "0", creditLimit: "0" });
      await bothRefuse(fixture, operation, request, {});
      await setWallet(api.database, {
        organizationId: fixture.tenant.organizationId,
        balance: "1000",
        creditLimit: "0",
      });
    }
    // Once it is done, many a change is refused by the state that it has led to.
    expect((await fixture.send(operation, request)).status).toBe(operation.success);
    await bothRefuse(fixture, operation, request, {});
  });
});

async function bothRefuse(fixture: ExampleFixture, operation: Operation, request: AnyRequest, options: RequestOptions) {
  const planned = await fixture.send(operation, request, { ...options, key: null, query: { dry_run: "true" } });
  // What would be done is the matter of another test.
  if (planned.status === 200) return;
  const done = await fixture.send(operation, request, options);
  expect(refusalOf(planned)).toEqual(refusalOf(done));
  const kind = `${done.status} ${done.body.code}`;
  counted.set(kind, (counted.get(kind) ?? 0) + 1);
}

function refusalOf({ status, body }: ApiResponse) {
  const { request_id: _, ...refusal } = body;
  return { status, ...refusal };
}
