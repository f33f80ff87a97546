import { expect, test } from "vitest";
import { Inbox } from "./inbox.ts";

const news = (position: string, ...ids: string[]) => ({
  position,
  reset: false,
  changes: ids.map((id) => ({ topic: "vm", id }) as const),
});

test("Inbox merges the news that arrive before a fetch and names each resource once", async () => {
  const inbox = new Inbox();
  inbox.put(news("1", "vm_a", "vm_b"));
  inbox.put(news("2", "vm_a"));
  expect(await inbox.next()).toEqual(news("2", "vm_a", "vm_b"));
});

test("a closed Inbox returns what is left and then undefined", async () => {
  const inbox = new Inbox();
  inbox.put(news("1", "vm_a"));
  inbox.close();
  expect(await inbox.next()).toEqual(news("1", "vm_a"));
  expect(await Promise.all([inbox.next(), inbox.next()])).toEqual([undefined, undefined]);
});
