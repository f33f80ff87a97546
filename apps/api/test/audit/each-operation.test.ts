import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tenant } from "../api-fixture.ts";
import { eachOperation, operations } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";

let api: ArrangedApi;
let tokenId: string;
let tenant: Tenant;
beforeAll(async () => {
  api = await startArrangedApi();
  tenant = api.tenant;
  tokenId = (await api.request("GET", "/token")).body.token_id;
}, ARRANGING_MS);
afterAll(() => api.close());

/** The id in an answer that addresses the resource in paths like this one; undefined where it has none. */
function addressOf({ path }: Operation, body: Readonly<Record<string, unknown>>): unknown {
  const one = operations.find(
    (other) =>
      other.path.startsWith(`${path}/{`) &&
      other.path.endsWith("}") &&
      !other.path.slice(path.length + 1).includes("/"),
  );
  const name = one?.path.slice(path.length + 2, -1);
  // A copy has the address of its site, and is part of its image.
  return name === undefined || name === "site_id" ? undefined : (body[name] ?? body.id);
}

/** Events of the organization name what was changed. */
function detailOf(id: string, name: unknown) {
  if (id === "workspace.update" || id === "budget.create") return name;
  if (id === "payment.create") return expect.stringMatching(/^\d+(\.\d+)? [A-Z]{3}$/);
  return id.startsWith("budget.") ? expect.any(String) : null;
}

/** Changes of an organization whose events are in the trail of the workspace that they made or changed. */
const OF_WORKSPACES: ReadonlySet<string> = new Set(["workspace.create", "workspace.update"]);

/** What a group of VMs does with a request of its own is in the trail, too. */
const BY_GROUPS: Readonly<Record<string, readonly string[]>> = {
  "vmGroup.create": ["cloudVm.create", "cloudVm.create"],
  "vmGroup.update": ["cloudVm.create"],
  "vmGroup.delete": ["cloudVm.delete"],
};

describe.each(eachOperation)("%s", (id, operation) => {
  const title = !operation.audited
    ? "leaves no audit row, as it changes nothing"
    : "leaves one audit row that says who did what, to what, from where and with what result";
  test(title, async () => {
    const request = api.own.request(operation);
    const requestId = `audit-${id.replaceAll(".", "-")}`;
    const response = await api.own.send(operation, request, { headers: { "x-request-id": requestId } });
    expect(response.status).toBe(operation.success);

    const { rows: all } = await api.database.pool.query("SELECT * FROM audit_event WHERE request_id = $1", [requestId]);
    const byGroup = all.filter(
      ({ actor_type, actor_name }) => actor_type === "system" && /^VM group /.test(actor_name),
    );
    expect(byGroup.map(({ action }) => action)).toEqual(BY_GROUPS[id] ?? []);
    const rows = all.filter((row) => !byGroup.includes(row));
    if (!operation.audited) return expect(rows).toEqual([]);
    expect(rows).toEqual([
      {
        audit_event_id: expect.stringMatching(/^aud_[0-9a-z]{26}$/),
        organization_id: tenant.organizationId,
        workspace_id: operation.ofOrganization
          ? OF_WORKSPACES.has(id)
            ? rows[0]?.resource_id
            : null
          : tenant.workspaceId,
        actor_type: "token",
        actor_id: tokenId,
        actor_name: "test",
        action: id,
        resource_id: expect.any(String),
        detail: detailOf(id, request.body?.name),
        request_id: requestId,
        source_ip: "127.0.0.1",
        // Kept for the events of accounts.
        user_agent: null,
        result: operation.success,
        planned: false,
        at: expect.any(Date),
      },
    ]);
    // The changed resource is named in the request or its answer.
    const named = JSON.stringify([request.params, request.body, response.body]);
    expect(named).toContain(`"${rows[0]?.resource_id}"`);
    // The event's subject is the created resource, so that a resource's trail begins with its creation.
    const made = operation.method === "POST" ? addressOf(operation, response.body) : undefined;
    if (made !== undefined) expect(rows[0]?.resource_id).toBe(made);
  });
});
