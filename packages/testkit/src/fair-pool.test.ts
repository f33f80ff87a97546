// Where connections are short, customers take turns.
import { onBehalfOf, openDatabase } from "@fulmar/prisma";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

/** A pool of four connections, and what was asked on it in the order in which it was answered. */
async function pool() {
  const database = openDatabase(own.url, { max: 4 });
  const order: string[] = [];
  return {
    order,
    /** Keeps a connection until it is called. */
    hold: (customer: string) => onBehalfOf(customer, () => database.pool.connect()),
    ask: (customer: string) =>
      onBehalfOf(customer, async () => {
        await database.pool.query("SELECT 1");
        order.push(customer);
      }),
    change: (customer: string) =>
      onBehalfOf(customer, () =>
        database.transaction(async () => {
          order.push(customer);
        }),
      ),
    close: () => database.close(),
  };
}

test("who has no connection is next, however many statements wait of who has all", async () => {
  const { order, hold, ask, change, close } = await pool();
  const held = await Promise.all(Array.from({ length: 4 }, () => hold("busy")));
  const waiting = Array.from({ length: 20 }, () => ask("busy"));
  const quiet = [ask("quiet"), change("quiet"), ask("third")];
  held.pop()?.release();
  await Promise.all(quiet);
  expect(order.filter((customer) => customer === "busy").length).toBeLessThanOrEqual(2);
  for (const client of held) client.release();
  await Promise.all(waiting);
  expect(order).toHaveLength(23);
  await close();
});

test("every connection is given back, also after errors and lost connections", async () => {
  const { order, hold, ask, close } = await pool();
  const held = await Promise.all(Array.from({ length: 4 }, () => hold("one")));
  const others = Array.from({ length: 8 }, () => ask("other"));
  for (const client of held) {
    client.on("error", () => undefined);
    await expect(client.query("SELECT pg_terminate_backend(pg_backend_pid())")).rejects.toThrow();
    client.release(true);
  }
  await Promise.all(others);
  const again = await Promise.all(Array.from({ length: 4 }, () => hold("one")));
  for (const client of again) client.release();
  await ask("one");
  expect(order).toHaveLength(9);
  await close();
});
