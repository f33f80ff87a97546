import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { Hooked, type Received, Receiver, serve, startApiForWebhooks } from "./webhooks-fixture.ts";

let api: Api;
let receiver: Receiver;
const ending: (() => Promise<void>)[] = [];

beforeAll(async () => {
  api = await startApiForWebhooks();
});
afterAll(() => api.close());
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
  await receiver.stop();
});

function startWorker(): () => Promise<void> {
  const end = serve(api);
  ending.push(end);
  return end;
}

const headersOf = ({ headers }: Received) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
const eventsOf = (received: readonly Received[]) => received.map(({ type, resourceId }) => [type, resourceId]);
const statusesOf = async (hooked: Hooked) =>
  (await hooked.deliveries()).map(({ status }: { status: string }) => status);

describe("a delivery", () => {
  test("is signed as Standard Webhooks and carries the event as GET /events has it", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    startWorker();
    const group = await hooked.group("web");
    const [request] = await receiver.until(1);
    if (request === undefined) throw new Error("nothing was received");
    expect(request).toMatchObject({ method: "POST", path: "/hook" });
    const message = new Webhook(hooked.secret).verify(request.body, headersOf(request));
    const { workspaceId, token } = hooked.tenant;
    const { body: events } = await api.request("GET", "/events", {
      ...{ workspaceId, token },
      query: { resource_id: group },
    });
    expect(message).toEqual({ type: "firewall_group.created", timestamp: events[0].at, data: events[0] });
    await expect.poll(() => statusesOf(hooked)).toEqual(["delivered"]);
    const [delivery] = await hooked.deliveries();
    expect(delivery).toMatchObject({
      delivery_id: request.headers["webhook-id"],
      event_id: events[0].event_id,
      type: "firewall_group.created",
      resource_id: group,
      ...{ attempt_count: 1, answer_status: 204, next_attempt_at: null, finished_at: expect.any(String) },
    });
    expect(await hooked.attemptsOf(delivery.delivery_id)).toEqual([
      expect.objectContaining({ url: receiver.url, status: 204, error: null, response_body: "" }),
    ]);
  });

  test("has the answer with its first 4 KiB, its headers without cookies, and no NUL", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    receiver.answer((_, response) =>
      response.writeHead(200, { "set-cookie": "a=b", "x-long": "x".repeat(1000) }).end(`\0${"y".repeat(100_000)}`),
    );
    startWorker();
    const { delivery_id } = (await hooked.request("POST", "/test")).body;
    await expect.poll(() => statusesOf(hooked)).toEqual(["delivered"]);
    const [attempt] = await hooked.attemptsOf(delivery_id);
    expect(attempt.response_body).toBe(`\ufffd${"y".repeat(4095)}`);
    expect(attempt.response_headers).toMatchObject({ "x-long": "x".repeat(256) });
    expect(attempt.response_headers).not.toHaveProperty("set-cookie");
  });

  test("of a filter has the matching types alone, and none of another family than its maker's", async () => {
    const hooked = await Hooked.make(api, receiver.url, ["firewall_group.updated"]);
    startWorker();
    await hooked.rename(await hooked.group("one"), "two");
    expect(eventsOf(await receiver.until(1))).toEqual([["firewall_group.updated", expect.any(String)]]);
    await hooked.request("POST", "/test");
    const received = await receiver.until(2);
    expect(received.map(({ type }) => type)).toEqual(["firewall_group.updated", "webhook.test"]);
  });

  test("is not made of what happened while the webhook was off", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    await hooked.request("PATCH", "", { body: { enabled: false } });
    startWorker();
    await hooked.group("missed");
    await hooked.request("PATCH", "", { body: { enabled: true } });
    const group = await hooked.group("seen");
    expect(eventsOf(await receiver.until(1))).toEqual([["firewall_group.created", group]]);
    expect(await hooked.deliveries()).toHaveLength(1);
  });
});

describe("a delivery that fails", () => {
  test("is tried again with the same id; those of its resource wait and come in order, others do not wait", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    const stuck = await hooked.group("stuck");
    await hooked.rename(stuck, "stuck again");
    receiver.answer(({ resourceId }, response) => response.writeHead(resourceId === stuck ? 500 : 204).end());
    startWorker();
    await receiver.until(1);
    const other = await hooked.group("other");
    await receiver.until(2);
    expect(eventsOf(receiver.received)).toEqual([
      ["firewall_group.created", stuck],
      ["firewall_group.created", other],
    ]);
    await expect
      .poll(async () => (await hooked.deliveries({ status: "pending" })).at(-1))
      .toMatchObject({ attempt_count: 1, answer_status: 500, next_attempt_at: expect.any(String) });
    receiver.answer();
    await hooked.hurry();
    const received = (await receiver.until(4)).filter(({ resourceId }) => resourceId === stuck);
    expect(received.map(({ type }) => type)).toEqual([
      "firewall_group.created",
      "firewall_group.created",
      "firewall_group.updated",
    ]);
    const [first, second, third] = received.map(({ headers }) => headers["webhook-id"]);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    await expect.poll(() => statusesOf(hooked)).toEqual(["delivered", "delivered", "delivered"]);
  });

  test("waits longer each time, at most an hour", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    receiver.answerStatus(503);
    await hooked.group("slow");
    startWorker();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await receiver.until(attempt);
      await expect.poll(async () => (await hooked.deliveries())[0].attempt_count).toBe(attempt);
      const { rows } = await api.database.pool.query(
        "SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM webhook_lane WHERE webhook_id = $1",
        [hooked.webhookId],
      );
      waits.push(rows[0].seconds);
      await hooked.hurry();
    }
    for (const [index, seconds] of waits.entries()) {
      const most = Math.min(5 * 2 ** index, 3600);
      expect(seconds).toBeLessThanOrEqual(most);
    }
    expect(waits[11]).toBeGreaterThan(1700);
  });

  test.each([
    ["120", () => "120", 110, 120],
    ["1000000", () => "1000000", 3500, 3600],
    ["a time", () => new Date(Date.now() + 600_000).toUTCString(), 500, 600],
  ])("comes after Retry-After: %s, and so do all others of the webhook", async (_, value, least, most) => {
    const hooked = await Hooked.make(api, receiver.url);
    receiver.answerStatus(429, { "retry-after": value() });
    await hooked.group("later");
    startWorker();
    await receiver.until(1);
    const wait = async () => {
      const { rows } = await api.database.pool.query(
        "SELECT extract(epoch FROM paused_until - now())::float8 AS seconds FROM webhook WHERE webhook_id = $1",
        [hooked.webhookId],
      );
      return rows[0].seconds;
    };
    await expect.poll(wait).not.toBeNull();
    expect(await wait()).toBeGreaterThan(least);
    expect(await wait()).toBeLessThanOrEqual(most);
  });

  test("does not follow a redirect", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    receiver.answer(({ path }, response) =>
      response.writeHead(path === "/hook" ? 302 : 200, { location: "/other" }).end(),
    );
    startWorker();
    const { delivery_id } = (await hooked.request("POST", "/test")).body;
    await hooked.attempted(delivery_id, 1);
    const [attempt] = await hooked.attemptsOf(delivery_id);
    expect(attempt).toMatchObject({ status: 302, error: "The receiver answered 302; redirects are not followed." });
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(["/hook"]));
  });

  test("has no answer within 10 seconds", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    receiver.answer(() => undefined);
    startWorker();
    const { delivery_id } = (await hooked.request("POST", "/test")).body;
    await expect
      .poll(() => hooked.attemptsOf(delivery_id), { timeout: 30_000 })
      .toEqual([expect.objectContaining({ status: null, error: "There was no answer within 10 seconds." })]);
    const slow = "SELECT FROM webhook WHERE webhook_id = $1 AND slow";
    await expect.poll(async () => (await api.database.pool.query(slow, [hooked.webhookId])).rowCount).toBe(1);
  }, 60_000);
});

describe("a webhook is switched off", () => {
  async function letterOf(hooked: Hooked) {
    return api.database.prisma.mail.findFirst({
      where: { letter: "webhook_switched_off", details: { path: ["webhook_id"], equals: hooked.webhookId } },
    });
  }

  async function administratorOf(hooked: Hooked): Promise<string> {
    const id = `user-${hooked.webhookId}`;
    const email = `${hooked.webhookId}@example.com`;
    await api.database.pool.query(`INSERT INTO "user" (id, name, email) VALUES ($1, 'Ada', $2)`, [id, email]);
    await api.database.pool.query("INSERT INTO member (organization_id, user_id, role) VALUES ($1, $2, 'admin')", [
      hooked.tenant.organizationId,
      id,
    ]);
    return email;
  }

  test("at once by 410: what waits is cancelled, administrators get a mail, the trail has an event", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    const email = await administratorOf(hooked);
    receiver.answerStatus(410);
    await hooked.rename(await hooked.group("gone"), "gone again");
    startWorker();
    await expect
      .poll(async () => (await hooked.request("GET")).body)
      .toMatchObject({
        ...{ enabled: false, disabled_reason: "gone", disabled_at: expect.any(String) },
      });
    expect(await statusesOf(hooked)).toEqual(["cancelled", "failed"]);
    expect(receiver.received).toHaveLength(1);
    expect(await letterOf(hooked)).toMatchObject({ recipient: email, details: { reason: "gone" } });
    const { workspaceId, token } = hooked.tenant;
    const { body } = await api.request("GET", "/events", {
      ...{ workspaceId, token },
      query: { type: "webhook.switched_off" },
    });
    expect(body).toMatchObject([{ resource_id: hooked.webhookId, name: "hook", actor: { type: "system" } }]);
  });

  test("after three days of failures, and goes on when it is switched on again", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    const email = await administratorOf(hooked);
    receiver.answerStatus(500);
    await hooked.group("failing");
    startWorker();
    await receiver.until(1);
    await expect.poll(async () => (await hooked.deliveries())[0].attempt_count).toBe(1);
    const move = (interval: string) =>
      api.database.pool.query(
        `UPDATE webhook_delivery SET first_attempt_at = now() - interval '${interval}' WHERE webhook_id = $1`,
        [hooked.webhookId],
      );
    await move("2 days 23 hours");
    await hooked.hurry();
    await expect.poll(async () => (await hooked.deliveries())[0].attempt_count).toBe(2);
    expect((await hooked.request("GET")).body.enabled).toBe(true);
    await move("3 days");
    await hooked.hurry();
    await expect
      .poll(async () => (await hooked.request("GET")).body)
      .toMatchObject({
        ...{ enabled: false, disabled_reason: "failing" },
      });
    expect(await statusesOf(hooked)).toEqual(["failed"]);
    expect(await letterOf(hooked)).toMatchObject({ recipient: email, details: { reason: "failing" } });
    receiver.answer();
    await hooked.request("PATCH", "", { body: { enabled: true } });
    const group = await hooked.group("back");
    const received = await receiver.until(4);
    expect(eventsOf(received).at(-1)).toEqual(["firewall_group.created", group]);
  });
});

describe("a private address", () => {
  test("is refused where the connection is made, also by a name that resolves to it", async () => {
    const guarded = await startApi();
    const url = receiver.url.replace("http://127.0.0.1", "https://localhost");
    const hooked = await Hooked.make(guarded, url);
    const end = serve(guarded, {});
    const { delivery_id } = (await hooked.request("POST", "/test")).body;
    await hooked.attempted(delivery_id, 1);
    const [attempt] = await hooked.attemptsOf(delivery_id);
    expect(attempt).toMatchObject({ status: null, error: expect.stringContaining("not public") });
    // Stored when the installation allowed it, or by another way into the database.
    await guarded.database.pool.query("UPDATE webhook SET url = $1", [receiver.url.replace("http:", "https:")]);
    await hooked.hurry();
    await hooked.attempted(delivery_id, 2);
    expect((await hooked.attemptsOf(delivery_id))[1].error).toContain("not public");
    expect(receiver.connections).toBe(0);
    await end();
    await guarded.close();
  });
});

describe("a worker", () => {
  test("that died after the claim is followed by another, which sends the delivery", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    const { delivery_id } = (await hooked.request("POST", "/test")).body;
    const { pool } = api.database;
    // As the claim of a worker leaves it.
    await pool.query(
      "UPDATE webhook_lane SET claim = claim + 1, due_at = now() + interval '1 hour' WHERE webhook_id = $1",
      [hooked.webhookId],
    );
    startWorker();
    const group = await hooked.group("meanwhile");
    expect(eventsOf(await receiver.until(1))).toEqual([["firewall_group.created", group]]);
    await pool.query("UPDATE webhook_lane SET due_at = now() WHERE lane = $1", [delivery_id]);
    expect((await receiver.until(2))[1]).toMatchObject({ type: "webhook.test" });
  });

  test("that is slower than its claim ends nothing", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    const held = Promise.withResolvers<void>();
    let first = true;
    receiver.answer((_, response) => {
      const waits = first;
      first = false;
      if (waits) void held.promise.then(() => response.writeHead(500).end());
      else response.writeHead(204).end();
    });
    const { delivery_id } = (await hooked.request("POST", "/test")).body;
    startWorker();
    await receiver.until(1);
    await hooked.hurry();
    startWorker();
    await receiver.until(2);
    await expect.poll(() => statusesOf(hooked)).toEqual(["delivered"]);
    held.resolve();
    await expect.poll(() => hooked.attemptsOf(delivery_id)).toHaveLength(2);
    expect(await hooked.deliveries()).toMatchObject([{ status: "delivered", attempt_count: 1, answer_status: 204 }]);
  });

  test("shares the work with others: each delivery is sent once, and in the order of its resource", async () => {
    const hooked = await Hooked.make(api, receiver.url);
    const groups = await Promise.all(["a", "b", "c", "d"].map((name) => hooked.group(name)));
    for (let round = 0; round < 10; round += 1)
      await Promise.all(groups.map((group, index) => hooked.rename(group, `g${index}-${round}`)));
    for (const _ of [1, 2, 3]) startWorker();
    await receiver.until(44);
    await expect.poll(() => hooked.deliveries({ status: "pending" })).toEqual([]);
    expect(receiver.received).toHaveLength(44);
    for (const group of groups) {
      const ids: string[] = receiver.received
        .filter(({ resourceId }) => resourceId === group)
        .map(({ body }) => JSON.parse(body).data.event_id);
      expect(ids).toEqual(ids.toSorted((one, other) => (one < other ? -1 : 1)));
      expect(ids).toHaveLength(11);
    }
  });
});

describe("organizations share a worker", () => {
  /** Events for some webhooks of one organization. @returns the resources that they are about */
  async function due(url: string, { webhooks, events }: { webhooks: number; events: number }) {
    const hooked = await Hooked.make(api, url);
    const { workspaceId, token, organizationId } = hooked.tenant;
    for (let number = 1; number < webhooks; number++) {
      const body = { name: `hook-${number}`, url, event_types: ["firewall_group.*"] };
      expect((await api.request("POST", "/webhooks", { workspaceId, token, body })).status).toBe(201);
    }
    const groups: string[] = [];
    for (let number = 0; number < events; number++) groups.push(await hooked.group(`group-${number}`));
    return { organizationId, groups };
  }
  const callSlow = (organizationId: string, slow: boolean) =>
    api.database.pool.query(
      "UPDATE webhook SET slow = $2 FROM workspace w WHERE w.workspace_id = webhook.workspace_id AND w.organization_id = $1",
      [organizationId, slow],
    );

  test("receivers that never answer hold a quarter of the requests, and others' deliveries arrive meanwhile", async () => {
    const silent = await Receiver.start();
    ending.push(() => silent.stop());
    silent.answer(() => undefined);
    await due(silent.url, { webhooks: 9, events: 8 });
    startWorker();
    await silent.until(16);
    await due(receiver.url, { webhooks: 1, events: 3 });
    await receiver.until(3);
    expect(silent.received).toHaveLength(16);
  });

  test("receivers that were slow have a quarter of the requests together, four of an organization", async () => {
    const silent = await Receiver.start();
    ending.push(() => silent.stop());
    silent.answer(() => undefined);
    const slow = [];
    for (let number = 0; number < 5; number++) {
      const one = await due(silent.url, { webhooks: 2, events: 4 });
      await callSlow(one.organizationId, true);
      slow.push(one);
    }
    startWorker();
    await silent.until(16);
    const quick = [];
    for (let number = 0; number < 3; number++) quick.push(await due(receiver.url, { webhooks: 2, events: 8 }));
    await receiver.until(48);
    expect(silent.received).toHaveLength(16);
    const of = (groups: readonly string[]) =>
      silent.received.filter(({ resourceId }) => groups.includes(resourceId ?? ""));
    for (const { groups } of slow) expect(of(groups).length).toBeLessThanOrEqual(4);
  });

  test("a receiver is called slow until it answers in time", async () => {
    const { organizationId } = await due(receiver.url, { webhooks: 1, events: 1 });
    await callSlow(organizationId, true);
    startWorker();
    await receiver.until(1);
    const isSlow = async () => {
      const { rows } = await api.database.pool.query(
        "SELECT slow FROM webhook JOIN workspace USING (workspace_id) WHERE organization_id = $1",
        [organizationId],
      );
      return rows[0].slow;
    };
    await expect.poll(isSlow).toBe(false);
  });
});

test("after a rotation both secrets sign for a day", async () => {
  const hooked = await Hooked.make(api, receiver.url);
  const { body: rotated } = await hooked.request("POST", "/rotate");
  expect(Date.parse(rotated.old_secret_until) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  startWorker();
  await hooked.request("POST", "/test");
  const [both] = await receiver.until(1);
  if (both === undefined) throw new Error("nothing was received");
  for (const secret of [hooked.secret, rotated.secret])
    expect(new Webhook(secret).verify(both.body, headersOf(both))).toMatchObject({ type: "webhook.test" });
  await api.database.pool.query("UPDATE webhook SET old_secret_until = now() WHERE webhook_id = $1", [
    hooked.webhookId,
  ]);
  await hooked.request("POST", "/test");
  const one = (await receiver.until(2))[1];
  if (one === undefined) throw new Error("nothing was received");
  expect(new Webhook(rotated.secret).verify(one.body, headersOf(one))).toBeDefined();
  expect(() => new Webhook(hooked.secret).verify(one.body, headersOf(one))).toThrow("No matching signature found");
});

test("a delivery is sent again with the same id and body, unless it is on its way", async () => {
  const hooked = await Hooked.make(api, receiver.url);
  const { delivery_id } = (await hooked.request("POST", "/test")).body;
  const again = () => hooked.request("POST", `/deliveries/${delivery_id}/resend`);
  expect(await again()).toMatchObject({ status: 409, body: { code: "delivery_pending" } });
  startWorker();
  await expect.poll(() => statusesOf(hooked)).toEqual(["delivered"]);
  expect(await again()).toMatchObject({ status: 200, body: { delivery_id, status: "pending" } });
  const [first, second] = await receiver.until(2);
  expect(second).toMatchObject({ body: first?.body });
  expect(second?.headers["webhook-id"]).toBe(delivery_id);
  await expect.poll(() => hooked.attemptsOf(delivery_id)).toHaveLength(2);
});

test("deliveries are kept for 30 days", async () => {
  const hooked = await Hooked.make(api, receiver.url);
  startWorker();
  await hooked.group("old");
  await expect.poll(() => statusesOf(hooked)).toEqual(["delivered"]);
  await api.database.pool.query(
    "UPDATE webhook_delivery SET created_at = now() - interval '31 days' WHERE webhook_id = $1",
    [hooked.webhookId],
  );
  await api.reconcile("purge-webhook-deliveries");
  expect(await hooked.deliveries()).toEqual([]);
});
