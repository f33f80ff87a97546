import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RequestOptions, together } from "../api-fixture.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { expectError } from "../expect-error.ts";

let api: ArrangedApi;
let narrow: string;
beforeAll(async () => {
  api = await startArrangedApi();
  narrow = await api.createToken(api.tenant, {
    scopes: ["load-balancer.write"],
    workspaceIds: [api.tenant.otherWorkspaceId],
  });
}, ARRANGING_MS);
afterAll(() => api.close());

const invalid = [
  "",
  "0",
  "-1",
  "abc",
  "1.5",
  "01",
  "+1",
  "1e3",
  "0x1",
  " 1",
  "1 ",
  "9223372036854775808",
  "99999999999999999999",
  "١",
  "1\u0000",
] as const;

describe.each(eachOperation)("%s", (_, operation) => {
  const send = (options: RequestOptions) => api.own.send(operation, api.own.request(operation), options);

  test("400 names a missing, repeated or invalid workspace_id, before scope and body are checked", async () => {
    const refused: readonly RequestOptions[] = [
      { workspaceId: null },
      { workspaceId: null, query: { workspace_id: [api.tenant.workspaceId, api.tenant.workspaceId] } },
      { workspaceId: null, query: { "workspace_id[]": api.tenant.workspaceId } },
      { workspaceId: null, query: { WORKSPACE_ID: api.tenant.workspaceId } },
      { workspaceId: null, headers: { "x-workspace-id": api.tenant.workspaceId } },
      ...invalid.map((workspaceId) => ({ workspaceId })),
    ];
    const withOtherFaults = refused.map((options) => ({ rawBody: "{", ...options, token: narrow }));
    await together([...refused, ...withOtherFaults], async (options) => {
      const response = await send(options);
      expectError(response, 400, "invalid_request");
      expect(response.body.errors).toEqual([
        {
          field: "workspace_id",
          message: expect.stringMatching(/^(is required|must be a (string|positive number))$/),
        },
      ]);
    });
  });

  test("400 for a workspace_id in the body instead of the query", async () => {
    const response = await send({
      workspaceId: null,
      body: { ...api.own.request(operation).body, workspace_id: api.tenant.workspaceId },
    });
    expectError(response, 400, "invalid_request");
  });
});
