import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generatedSources } from "../generator/sources.ts";
import { FulmarConnectionError, FulmarError } from "./index.ts";
import { send, serve } from "./server-fixture.ts";

const accepted = { operation_id: "op_1", vm_id: "vm_1", status: "accepted", submitted_at: "2026-11-25T00:00:00.000Z" };
const busy = { detail: "Wait.", code: "rate_limited", request_id: "r" };
const vm = { name: "web", plan_id: "plan-nano", template_id: "debian-13" };

test.each(Object.entries(generatedSources()))("src/api/%s is what the contract says", (name, source) => {
  expect(readFileSync(new URL(`api/${name}`, import.meta.url), "utf8")).toBe(source);
});

describe("a request", () => {
  test("has each field in its place", async () => {
    await using server = await serve((response) => send(response, 200, {}));
    const { client, received } = server;
    await client.volume.delete({ volume_id: "a b/c", force: true });
    await client.cloudVm.update({ vm_id: "vm_1", tags: ["x"] }, { workspaceId: "8" });
    await client.request("GET", "/metrics", { query: { metric: ["cpu", "disk"], left: undefined } });
    expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["DELETE", "/v1/block-storage/volumes/a%20b%2Fc?workspace_id=7&force=true", ""],
      ["PATCH", "/v1/compute/cloud-vms/vm_1?workspace_id=8", '{"tags":["x"]}'],
      ["GET", "/v1/metrics?workspace_id=7&metric=cpu&metric=disk", ""],
    ]);
    expect(received[0]?.headers.authorization).toBe("Bearer svc");
  });

  test("of a plan is that of the change, without a key, and may be repeated", async () => {
    await using server = await serve((response, _, number) =>
      number === 0 ? response.destroy() : send(response, 200, { would_answer: 200 }),
    );
    expect(await server.client.plan.volume.delete({ volume_id: "vol_1", force: true })).toEqual({ would_answer: 200 });
    expect(server.received.map(({ method, url }) => [method, url])).toEqual(
      Array(2).fill(["DELETE", "/v1/block-storage/volumes/vol_1?workspace_id=7&force=true&dry_run=true"]),
    );
    expect(server.received[1]?.headers["x-idempotency-key"]).toBeUndefined();
    expect(server.client.plan.list).toBeTypeOf("function");
  });

  test.each(["", ".", ".."])("is not sent for the id %j, which would change its path", async (vm_id) => {
    await using server = await serve((response) => send(response, 200, {}));
    expect(() => server.client.cloudVm.get({ vm_id })).toThrow("cloudVm.get needs vm_id.");
    expect(server.received).toEqual([]);
  });

  test("of a list goes on at the cursor of the link", async () => {
    await using server = await serve((response, { url }) =>
      url.includes("cursor=two%2B")
        ? send(response, 200, [{ name: "b" }])
        : send(response, 200, [{ name: "a" }], {
            link: '<https://elsewhere.example/v1/compute/sites?limit=1&cursor=two%2B>; rel="next"',
          }),
    );
    const sites = await server.client.site.list({ limit: 1 }).toArray();
    expect(sites.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(server.received.map(({ url }) => url)).toEqual([
      "/v1/compute/sites?workspace_id=7&limit=1",
      "/v1/compute/sites?workspace_id=7&limit=1&cursor=two%2B",
    ]);
  });
});

describe("a request is repeated", () => {
  test.each([429, 503])("after a %i, when Retry-After says, with the same key", async (status) => {
    await using server = await serve((response, _, number) =>
      number < 2 ? send(response, status, busy, { "retry-after": "0" }) : send(response, 202, accepted),
    );
    expect(await server.client.cloudVm.create(vm)).toEqual(accepted);
    const keys = server.received.map(({ headers }) => headers["x-idempotency-key"]);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test("with the key of the caller, when its answer was lost", async () => {
    await using server = await serve((response, _, number) =>
      number === 0 ? response.destroy() : send(response, 202, accepted),
    );
    await server.client.cloudVm.create(vm, { idempotencyKey: "mine" });
    expect(server.received.map(({ headers }) => headers["x-idempotency-key"])).toEqual(["mine", "mine"]);
  });

  test("not when its answer was lost and a second time could change more", async () => {
    await using server = await serve((response) => response.destroy());
    const { client, received } = server;
    await expect(client.cloudVm.update({ vm_id: "vm_1", name: "x" })).rejects.toThrow(FulmarConnectionError);
    await expect(client.volume.delete({ volume_id: "vol_1" })).rejects.toThrow(FulmarConnectionError);
    await expect(client.request("POST", "/x")).rejects.toThrow(FulmarConnectionError);
    expect(received).toHaveLength(3);
  });

  test("as often as retries says", async () => {
    await using server = await serve((response) => send(response, 503, busy, { "retry-after": "0" }), { retries: 2 });
    await expect(server.client.token.get()).rejects.toMatchObject({ status: 503, code: "rate_limited" });
    expect(server.received).toHaveLength(3);
  });

  test("not if Retry-After is longer than a minute", async () => {
    await using server = await serve((response) => send(response, 503, busy, { "retry-after": "3600" }));
    await expect(server.client.token.get()).rejects.toThrow(FulmarError);
    expect(server.received).toHaveLength(1);
  });

  test("not once it is aborted", async () => {
    const controller = new AbortController();
    await using server = await serve((response) => {
      send(response, 503, busy, { "retry-after": "50" });
      controller.abort(new Error("enough"));
    });
    await expect(server.client.token.get({}, { signal: controller.signal })).rejects.toThrow("enough");
  });
});

describe("an error", () => {
  test("has what the API says", async () => {
    const blockers = [
      { type: "volume", id: "vol_1", name: "data" },
      { type: "cloud_vm", id: "vm_1" },
    ];
    const body = { detail: "Detach it.", code: "in_use", request_id: "r-1", blockers };
    await using server = await serve((response) => send(response, 409, body));
    await expect(server.client.volume.delete({ volume_id: "vol_1" })).rejects.toMatchObject({
      message: "volume.delete: Detach it.",
      ...{ status: 409, code: "in_use", detail: "Detach it.", requestId: "r-1", blockers, errors: [] },
    });
  });

  test("of a guarded token has what waits for a person", async () => {
    const plan = { changes: [] };
    const approval = { approval_id: "apr_1", approval_url: "https://console.example.com/a/apr_1", plan };
    const body = { detail: "A person must approve this.", code: "approval_required", request_id: "r-1", ...approval };
    await using server = await serve((response) => send(response, 403, body));
    await expect(server.client.volume.delete({ volume_id: "vol_1" })).rejects.toMatchObject({
      ...{ status: 403, code: "approval_required" },
      approval: { id: "apr_1", url: approval.approval_url, plan },
    });
  });

  test("of a proxy has its status", async () => {
    await using server = await serve((response) => response.writeHead(403).end("<html>"));
    await expect(server.client.token.get()).rejects.toMatchObject({ status: 403, code: "http_403", requestId: "" });
  });

  test("is what a redirect becomes, which gets no token", async () => {
    await using server = await serve((response) => response.writeHead(307, { location: "/elsewhere" }).end());
    await expect(server.client.token.get()).rejects.toMatchObject({ code: "http_307" });
    expect(server.received).toHaveLength(1);
  });

  test("says that no server is there", async () => {
    const server = await serve((response) => send(response, 200, {}), { retries: 0 });
    await server[Symbol.asyncDispose]();
    await expect(server.client.token.get()).rejects.toThrow(/^token\.get: .*ECONNREFUSED/);
  });
});
