import { ALL_SCOPES } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
let origin: string;
beforeAll(async () => {
  api = await startApi();
  origin = `http://127.0.0.1:${(await api.listen()).port}`;
});
afterAll(() => api.close());

interface Message {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly event_id: string; readonly type: string; readonly resource_id: string };
}

/** Opens a stream and reads messages one by one. */
async function follow(
  tenant: Tenant,
  { query = "", last, token = tenant.token }: { query?: string; last?: string; token?: string } = {},
) {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/v1/events?workspace_id=${tenant.workspaceId}${query}`, {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
      ...(last !== undefined && { "last-event-id": last }),
    },
    signal: leaving.signal,
  });
  async function* messages(): AsyncGenerator<Message> {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(
          block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
        );
        const [id, type, data] = ["id", "event", "data"].map((name) => fields.get(name));
        if (id !== undefined && type !== undefined && data !== undefined) yield { id, type, data: JSON.parse(data) };
      }
    }
  }
  const reading = messages();
  return {
    response,
    async next(count: number): Promise<Message[]> {
      const taken: Message[] = [];
      while (taken.length < count) {
        const { value, done } = await reading.next();
        if (done === true) break;
        taken.push(value);
      }
      return taken;
    },
    close: () => leaving.abort(),
  };
}

/** Why no stream opens, or undefined if one does. */
async function refusalOf(tenant: Tenant, token: string): Promise<string | undefined> {
  const { response, close } = await follow(tenant, { token });
  if (response.status === 200) {
    close();
    return undefined;
  }
  const { code, detail } = (await response.json()) as { readonly code: string; readonly detail: string };
  return `${response.status} ${code}: ${detail}`;
}

const list = (tenant: Tenant, query: Record<string, string> = {}) =>
  api.request("GET", "/events", { token: tenant.token, workspaceId: tenant.workspaceId, query });
const group = (tenant: Tenant, name: string) => {
  const fixture = new ExampleFixture(api, tenant);
  return fixture.make("firewallGroup.create", { body: { name } });
};

describe("GET /events", () => {
  test("200: a change is an event with its resource, its present name, its actor and its request", async () => {
    const tenant = await api.createTenant();
    const { firewall_group_id } = await group(tenant, "web");
    const path = `/networking/firewall-groups/${firewall_group_id}`;
    const { workspaceId, token } = tenant;
    await api.request("PATCH", path, { token, workspaceId, body: { name: "front" } });
    const { body } = await list(tenant);
    expect(body).toEqual(
      ["firewall_group.updated", "firewall_group.created"].map((type) => ({
        event_id: expect.stringMatching(/^evt_/),
        type,
        resource_type: "firewall_group",
        resource_id: firewall_group_id,
        name: "front",
        workspace_id: workspaceId,
        at: expect.any(String),
        actor: { type: "token", id: expect.stringMatching(/^tok_/), name: expect.any(String) },
        request_id: expect.any(String),
        operation_id: null,
      })),
    );
  });

  test("an operation that ends is an event, beside that of its acceptance", async () => {
    const tenant = await api.createTenant();
    const fixture = new ExampleFixture(api, tenant);
    const vm_id = await fixture.vm();
    const { operation_id } = await fixture.make("cloudVm.stop", { params: { vm_id }, body: {} });
    await api.database.pool.query(
      "UPDATE operation SET status = 'failed', finished_at = now() WHERE operation_id = $1",
      [operation_id],
    );
    const { body } = await list(tenant, { resource_id: vm_id });
    expect(
      body.map(({ type, operation_id: of }: { type: string; operation_id: string | null }) => [type, of !== null]),
    ).toEqual([
      ["cloud_vm.stop_failed", true],
      ["cloud_vm.stop_accepted", false],
      ["cloud_vm.created", true],
      ["cloud_vm.create_accepted", false],
    ]);
    expect(body[0]).toMatchObject({ operation_id, actor: { type: "system" }, request_id: null });
    expect((await list(tenant, { type: "cloud_vm.created" })).body).toHaveLength(1);
    expect((await list(tenant, { resource_type: "volume" })).body).toEqual([]);
  });

  test("refused changes and reads of secrets are no events; a token sees the families that it may read", async () => {
    const tenant = await api.createTenant();
    await group(tenant, "one");
    const { workspaceId, token } = tenant;
    await api.request("POST", "/networking/firewall-groups", { token, workspaceId, body: { name: "one" } });
    const fixture = new ExampleFixture(api, tenant);
    const { id: store_id } = await fixture.make("secretStore.create", { body: { name: "keys" } });
    const secret = await fixture.make("secret.create", { params: { store_id }, body: { key: "k", value: "v" } });
    await fixture.make("secret.value", { params: { store_id, secret_id: secret.id } });
    const types = (body: { type: string }[]) => body.map(({ type }) => type);
    expect(types((await list(tenant)).body)).toEqual([
      "secret.created",
      "secret_store.created",
      "firewall_group.created",
    ]);
    const reader = await api.createToken(tenant, { scopes: ["network.read"] });
    const seen = await api.request("GET", "/events", { token: reader, workspaceId });
    expect(types(seen.body)).toEqual(["firewall_group.created"]);
    const writer = await api.createToken(tenant, { scopes: ALL_SCOPES.filter((scope) => !scope.endsWith(".read")) });
    expectError(await api.request("GET", "/events", { token: writer, workspaceId }), 403, "scope_missing");
  });

  test("after an event, those that follow, oldest first, over pages; an unknown event is 400", async () => {
    const tenant = await api.createTenant();
    for (const name of ["a", "b", "c"]) await group(tenant, name);
    const ids = (body: { event_id: string }[]) => body.map(({ event_id }) => event_id);
    const all = ids((await list(tenant)).body).reverse();
    expect(ids((await list(tenant, { after: "start" })).body)).toEqual(all);
    expect(ids((await list(tenant, { after: all[0] ?? "" })).body)).toEqual(all.slice(1));
    const page = await list(tenant, { after: "start", limit: "2" });
    const cursor = new URL(/<(.*)>/.exec(String(page.headers.link))?.[1] ?? "").searchParams.get("cursor") ?? "";
    expect(ids((await list(tenant, { after: "start", limit: "2", cursor })).body)).toEqual(all.slice(2));
    const unknown = await list(tenant, { after: "evt_none" });
    expectError(unknown, 400, "invalid_request");
    expect(unknown.body.errors[0].field).toBe("after");
  });
});

describe("GET /events as a stream", () => {
  test("sends events as they happen, and goes on after the last one that the client has seen", async () => {
    const tenant = await api.createTenant();
    await group(tenant, "before");
    const stream = await follow(tenant);
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    await group(tenant, "first");
    const [first] = await stream.next(1);
    expect(first).toMatchObject({ type: "firewall_group.created", data: { event_id: first?.id } });
    stream.close();
    await group(tenant, "missed");
    const again = await follow(tenant, { last: first?.id ?? "" });
    const [missed] = await again.next(1);
    again.close();
    expect((await list(tenant)).body[0]).toEqual(missed?.data);
  });

  test("loses no event of a transaction that commits after a later one", async () => {
    const tenant = await api.createTenant();
    const stream = await follow(tenant, { query: "&after=start" });
    const client = await api.database.pool.connect();
    const insert = `INSERT INTO event (workspace_id, kind, resource_id, actor_type, actor_id, actor_name)
                    VALUES ($1, 'vpc.create', $2, 'user', 'u', 'u')`;
    await client.query("BEGIN");
    await client.query(insert, [tenant.workspaceId, "vpc_late"]);
    await api.database.pool.query(insert, [tenant.workspaceId, "vpc_early"]);
    await client.query("COMMIT");
    client.release();
    const messages = await stream.next(2);
    stream.close();
    expect(messages.map(({ data }) => data.resource_id)).toEqual(["vpc_late", "vpc_early"]);
  });

  test("ends when the token is revoked", async () => {
    const tenant = await api.createTenant();
    const token = await api.createToken(tenant);
    const stream = await follow(tenant, { token });
    const own = await api.request("GET", "/token", { token, workspaceId: tenant.workspaceId });
    await api.request("DELETE", `/tokens/${own.body.token_id}`, {
      token: tenant.token,
      workspaceId: tenant.workspaceId,
    });
    expect(await stream.next(1)).toEqual([]);
    const refused = await follow(tenant, { token });
    expect(refused.response.status).toBe(401);
  });

  test("a token and those that it has made have 20 streams together", async () => {
    const tenant = await api.createTenant();
    const { workspaceId } = tenant;
    const made = async (token: string, name: string): Promise<string> => {
      const everywhere = { workspace_policy: "entire_organization", workspace_ids: [], expires_at: null };
      const body = { name, scopes: ["network.read", "token.write"], ...everywhere };
      const answer = await api.request("POST", "/tokens", { token, workspaceId, body });
      expect(answer.status, answer.text).toBe(201);
      return answer.body.token;
    };
    const root = await api.createToken(tenant);
    const child = await made(root, "child");
    const grandchild = await made(child, "grandchild");
    const streams = [];
    for (let number = 0; number < 20; number++)
      streams.push(await follow(tenant, { token: [root, child, grandchild][number % 3] ?? root }));
    expect(streams.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
    for (const token of [root, child, grandchild, await made(child, "another")])
      expect(await refusalOf(tenant, token)).toBe(
        "429 too_many_streams: The token, with those that it has made, has 20 streams open; close some of them.",
      );
    const other = await follow(tenant, { token: await api.createToken(tenant) });
    expect(other.response.status).toBe(200);
    for (const { close } of [...streams, other]) close();
    // A place is free as soon as the server sees that a client is gone.
    await expect.poll(() => refusalOf(tenant, child)).toBeUndefined();
  });

  test("an organization has 60 streams, whichever tokens open them and in whichever workspaces", async () => {
    const tenant = await api.createTenant();
    const streams = [];
    for (let number = 0; number < 60; number++) {
      const at = number % 2 === 0 ? tenant : { ...tenant, workspaceId: tenant.otherWorkspaceId };
      streams.push(await follow(at, { token: await api.createToken(tenant) }));
    }
    expect(streams.map(({ response }) => response.status)).toEqual(Array(60).fill(200));
    expect(await refusalOf(tenant, await api.createToken(tenant))).toBe(
      "429 too_many_streams: The organization has 60 streams open; close some of them.",
    );
    const neighbour = await follow(await api.createTenant());
    expect(neighbour.response.status).toBe(200);
    for (const { close } of [...streams, neighbour]) close();
  });

  test("400 and 401 are answered as by the list", async () => {
    const tenant = await api.createTenant();
    const unknown = await follow(tenant, { last: "evt_none" });
    expect(unknown.response.status).toBe(400);
    expect((await follow(tenant, { token: "wrong" })).response.status).toBe(401);
  });
});
