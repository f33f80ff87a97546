import type { Operation } from "@fulmar/contract";
import { ALL_SCOPES } from "@fulmar/contract";
import { createToken, revokeToken } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type ApiResponse, type RequestOptions, startApi, type Tenant } from "../api-fixture.ts";
import { databaseState } from "../database-state.ts";
import { eachOperation, exampleOf } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

/** Credentials and tenants that must not get access. */
interface Strangers {
  readonly foreign: Tenant;
  readonly revoked: string;
  readonly expired: string;
  readonly production: string;
  readonly badChecksum: string;
  readonly oneWorkspace: string;
}

let api: Api;
let strangers: Strangers;
beforeAll(async () => {
  api = await startApi();
  const { database, tenant } = api;
  const asked = {
    organizationId: tenant.organizationId,
    name: "stranger",
    scopes: ALL_SCOPES,
    workspacePolicy: "entire_organization",
    workspaceIds: [],
    expiresAt: null,
  } as const;
  const revoked = await createToken(database, { ...asked, environment: "development" });
  await revokeToken(database, { tokenId: revoked.tokenId });
  const expired = await createToken(database, { ...asked, environment: "development" });
  await database.pool.query("UPDATE api_token SET expires_at = now() - interval '1 second' WHERE token_id = $1", [
    expired.tokenId,
  ]);
  const production = await createToken(database, { ...asked, environment: "production" });
  const last = tenant.token.at(-1) === "A" ? "B" : "A";
  strangers = {
    foreign: await api.createTenant(),
    revoked: revoked.token,
    expired: expired.token,
    production: production.token,
    badChecksum: tenant.token.slice(0, -1) + last,
    oneWorkspace: await api.createToken(tenant, { workspaceIds: [tenant.otherWorkspaceId] }),
  };
});
afterAll(() => api.close());

const bearer = (value: string): RequestOptions => ({ token: null, headers: { authorization: value } });

/** Unknown callers: 401, whatever else they send. */
const unknownCallers: readonly (readonly [string, () => RequestOptions])[] = [
  ["no token", () => ({ token: null })],
  ["an empty header", () => bearer("")],
  ["a token that is no token", () => ({ token: "garbage" })],
  ["a token of the right prefix and the wrong length", () => ({ token: "svc_dev_key_short" })],
  ["the token without a scheme", () => bearer(api.tenant.token)],
  ["another scheme", () => bearer(`Basic ${api.tenant.token}`)],
  ["two tokens", () => bearer(`Bearer ${api.tenant.token} ${api.tenant.token}`)],
  ["a checksum that is wrong", () => ({ token: strangers.badChecksum })],
  ["a token that was revoked", () => ({ token: strangers.revoked })],
  ["a token that has expired", () => ({ token: strangers.expired })],
  ["a token of the other environment", () => ({ token: strangers.production })],
  [
    "the token in the query",
    () => ({ token: null, query: { token: api.tenant.token, access_token: api.tenant.token } }),
  ],
  [
    "the token in the body",
    () => ({ token: null, body: { token: api.tenant.token, authorization: `Bearer ${api.tenant.token}` } }),
  ],
];

/** Known callers that may not act in this workspace: 403. */
const forbiddenWorkspaces: readonly (readonly [string, () => RequestOptions])[] = [
  ["a workspace outside of the token's policy", () => ({ token: strangers.oneWorkspace })],
  ["a workspace of another organization", () => ({ workspaceId: strangers.foreign.workspaceId })],
  ["a workspace that does not exist", () => ({ workspaceId: "9223372036854775807" })],
];

const REQUEST_ID = "same-for-each";

/**
 * A token of specific workspaces may neither make one nor reach the one that it does not name, nor see what counts all
 * workspaces, as the budgets of the examples do.
 */
const OF_THE_ENTIRE_ORGANIZATION: ReadonlySet<string> = new Set([
  ...["workspace.create", "workspace.delete"],
  ...["budget.get", "budget.update", "budget.delete"],
  ...["invoice.list", "invoice.get", "invoice.file", "invoice.preview"],
]);

describe.each(eachOperation)("%s", (id, operation) => {
  let fixture: ExampleFixture;
  let request: AnyRequest;
  let lackingScope: string | null;
  beforeAll(async () => {
    fixture = new ExampleFixture(api, api.tenant);
    request = await exampleOf(operation, fixture);
    lackingScope =
      operation.scope === null
        ? null
        : await api.createToken(api.tenant, { scopes: ALL_SCOPES.filter((scope) => scope !== operation.scope) });
  });

  /** Sends the request twice: otherwise valid, and with everything wrong that is checked later. */
  async function refusedEvenWhenTheRestIsWrong(options: RequestOptions, later: RequestOptions): Promise<ApiResponse[]> {
    return Promise.all(
      [options, { ...later, ...options }].map((sent) =>
        fixture.send(operation, request, { ...sent, headers: { "x-request-id": REQUEST_ID, ...sent.headers } }),
      ),
    );
  }

  test("401 before 403 workspace_forbidden before 403 scope_missing before 400, and nothing is changed", async () => {
    const before = await databaseState(api.database);

    const bodies = new Set<string>();
    for (const [name, options] of unknownCallers) {
      for (const response of await refusedEvenWhenTheRestIsWrong(options(), { workspaceId: "abc", rawBody: "{" })) {
        expectError(response, 401, "unauthenticated", name);
        bodies.add(response.text);
      }
    }
    expect(bodies.size).toBe(1);

    bodies.clear();
    for (const [name, options] of forbiddenWorkspaces) {
      for (const response of await refusedEvenWhenTheRestIsWrong(options(), lackingEverythingLater(operation))) {
        expectError(response, 403, "workspace_forbidden", name);
        bodies.add(response.text);
      }
    }
    expect(bodies.size).toBe(1);

    if (lackingScope !== null) {
      for (const response of await refusedEvenWhenTheRestIsWrong(
        { token: lackingScope },
        lackingEverythingLater(operation),
      )) {
        expectError(response, 403, "scope_missing");
        expect(response.body.detail).toContain(operation.scope);
      }
    }
    expect(await databaseState(api.database)).toEqual(before);
  });

  test('accepts a token with only its scope, those of what it names, and its workspace, whatever the case of "Bearer"', async () => {
    const token = await api.createToken(api.tenant, {
      scopes: [operation.scope ?? "vm.read", ...operation.references.map(({ scope }) => scope)],
      ...(!OF_THE_ENTIRE_ORGANIZATION.has(id) && { workspaceIds: [api.tenant.workspaceId] }),
    });
    const response = await fixture.send(operation, request, bearer(`bEaReR ${token}`));
    if (OF_ONE_TOKEN.has(id)) return expectError(response, 404, "not_found");
    expect(response.body?.detail).toBeUndefined();
    expect(response.status, id).toBe(operation.success);
  });
});

/** A token sees its own alone, and the example is of another one. */
const OF_ONE_TOKEN: ReadonlySet<string> = new Set(["approval.get"]);

/** Invalid path, query and body, which are checked after the caller. */
function lackingEverythingLater(operation: Operation): RequestOptions {
  return { rawBody: "{", query: { unknown_field: "1" }, ...(operation.idempotency !== "none" && { key: null }) };
}
