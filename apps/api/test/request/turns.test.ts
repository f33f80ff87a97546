// Connections to the database are shared by organization, not by request.
import { onBehalfOf } from "@fulmar/prisma";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("a request is answered while many of an organization that has all connections wait", async () => {
  const [busy, quiet] = [await api.createTenant(), await api.createTenant()];
  const { pool } = api.served;
  const held = await Promise.all(
    Array.from({ length: 20 }, () => onBehalfOf(busy.organizationId, () => pool.connect())),
  );
  let answered = 0;
  const { token, workspaceId } = busy;
  const waiting = Array.from({ length: 40 }, async () => {
    const { status } = await api.request("GET", "/networking/vpcs", { token, workspaceId });
    expect(status).toBe(200);
    answered++;
  });
  const late = api.request("GET", "/networking/vpcs", { token: quiet.token, workspaceId: quiet.workspaceId });
  // One connection is left: for the question who they are, and then for what they ask.
  held.pop()?.release();
  expect((await late).status).toBe(200);
  expect(answered).toBeLessThan(20);
  for (const client of held) client.release();
  await Promise.all(waiting);
});
