import { ALL_SCOPES, type Operation, type Scope } from "@fulmar/contract";
import { createToken, revokeToken } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RequestOptions, type Tenant, together } from "../api-fixture.ts";
import { changesNothing } from "../database-state.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
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

let api: ArrangedApi;
let strangers: Strangers;
/** A token without the scope, with every other. */
const lacking = new Map<Scope | null, string>();
beforeAll(async () => {
  api = await startArrangedApi();
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
  for (const scope of ALL_SCOPES)
    lacking.set(scope, await api.createToken(tenant, { scopes: ALL_SCOPES.filter((each) => each !== scope) }));
}, ARRANGING_MS);
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
  ...["invoice.list", "invoice.get", "invoice.file", "invoice.preview", "billingDetails.get", "billingDetails.update"],
  ...["payment.list", "payment.create", "payment.get"],
]);

describe.each(eachOperation)("%s", (id, operation) => {
  const send = (options: RequestOptions) =>
    api.own.send(operation, api.own.request(operation), {
      ...options,
      headers: { "x-request-id": REQUEST_ID, ...options.headers },
    });

  /**
   * Sends the request as each of the callers, twice: otherwise valid, and with everything wrong that is checked later.
   * All are refused with the code, by the same answer.
   */
  async function refuses(
    callers: readonly (readonly [name: string, options: () => RequestOptions])[],
    later: RequestOptions,
    [status, code]: readonly [number, string],
  ): Promise<string> {
    const bodies = new Set<string>();
    const sent = callers.flatMap(([name, options]) => [
      [name, options()] as const,
      [name, { ...later, ...options() }] as const,
    ]);
    await together(sent, async ([name, options]) => {
      const response = await send(options);
      expectError(response, status, code, name);
      bodies.add(response.text);
    });
    expect(bodies.size).toBe(1);
    return [...bodies].join("");
  }

  test("401 before 403 workspace_forbidden before 403 scope_missing before 400, and nothing is changed", async () => {
    const token = lacking.get(operation.scope);
    expect(token === undefined).toBe(operation.scope === null);
    await changesNothing(api, async () => {
      await refuses(unknownCallers, { workspaceId: "abc", rawBody: "{" }, [401, "unauthenticated"]);
      const wrong = lackingEverythingLater(operation);
      await refuses(forbiddenWorkspaces, wrong, [403, "workspace_forbidden"]);
      if (token === undefined) return;
      const refusal = await refuses([["no scope", () => ({ token })]], wrong, [403, "scope_missing"]);
      expect(JSON.parse(refusal).detail).toContain(operation.scope);
    });
  });

  test('accepts a token with only its scope, those of what it names, and its workspace, whatever the case of "Bearer"', async () => {
    const token = await api.createToken(api.tenant, {
      scopes: [
        operation.scope ?? "vm.read",
        ...operation.references.map(({ scope }) => scope),
        ...(OF_A_METRIC_OF_VMS.has(id) ? (["vm.read"] as const) : []),
      ],
      ...(!OF_THE_ENTIRE_ORGANIZATION.has(id) && { workspaceIds: [api.tenant.workspaceId] }),
    });
    const response = await send(bearer(`bEaReR ${token}`));
    if (OF_ONE_TOKEN.has(id)) return expectError(response, 404, "not_found");
    expect(response.body?.detail).toBeUndefined();
    expect(response.status, id).toBe(operation.success);
  });
});

/** Of a rule that measures VMs in the example, so they need the scope that reads VMs, too. */
const OF_A_METRIC_OF_VMS: ReadonlySet<string> = new Set([
  "alertRule.update",
  "alertRule.delete",
  "alertRule.states",
  "alert.get",
]);

/** A token sees its own alone, and the example is of another one. */
const OF_ONE_TOKEN: ReadonlySet<string> = new Set(["approval.get"]);

/** Invalid path, query and body, which are checked after the caller. */
function lackingEverythingLater(operation: Operation): RequestOptions {
  return { rawBody: "{", query: { unknown_field: "1" }, ...(operation.idempotency !== "none" && { key: null }) };
}
