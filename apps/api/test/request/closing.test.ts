// A server that stops in the same process: what is under way is answered, and nothing waits for what never comes.

import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startApi } from "../api-fixture.ts";
import { makeVm } from "../compute/compute-fixture.ts";

test("a connection that would be kept does not hold the end up, and its request is answered", async () => {
  const api = await startApi();
  const vmId = await makeVm(api, { name: "waiting", status: "accepted" });
  const { operation_id } = (await api.request("GET", `/compute/cloud-vms/${vmId}`)).body;
  const { port, server } = await api.listen();
  const arrived = once(server, "request");
  const agent = new Agent({ keepAlive: true });
  const asked = get({
    ...{ agent, port, host: "127.0.0.1", headers: { authorization: `Bearer ${api.tenant.token}` } },
    path: `/v1/compute/operations/${operation_id}?workspace_id=${api.tenant.workspaceId}&wait=2`,
  });
  const answered = once(asked, "response");
  await arrived;
  const closed = api.close();
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  expect(JSON.parse(await text(answer))).toMatchObject({ operation_id });
  await closed;
  agent.destroy();
});

test.each([
  ["over which nothing was asked", ""],
  ["that does not finish its header", "GET /v1/token HTTP/1.1\r\nHost: "],
])("a connection %s does not hold the end up", async (_, sent) => {
  const api = await startApi();
  const { port, server } = await api.listen();
  const accepted = once(server, "connection");
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  await accepted;
  socket.write(sent);
  const ended = once(socket, "close");
  await api.close();
  await ended;
});
