import { type DnsServer, startDnsServer } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemResolver } from "./system-resolver.ts";

let server: DnsServer;
beforeAll(async () => {
  server = await startDnsServer();
  server.zone.set("texts.example.com", { txt: [["one"], ["a text ", "in parts"]] });
  server.zone.set("alias.example.com", { cname: "target.example.net" });
  server.zone.set("host.example.com", { a: ["192.0.2.1", "10.0.0.1"] });
  server.zone.set("broken.example.com", "failed");
  server.zone.set("silent.example.com", "silent");
});
afterAll(() => server.stop());

const signal = new AbortController().signal;
const resolver = () => systemResolver([server.address]);

test("reads TXT records as one text each, aliases and addresses", async () => {
  expect((await resolver().txt("texts.example.com", signal)).toSorted()).toEqual(["a text in parts", "one"]);
  expect(await resolver().cname("ALIAS.example.com", signal)).toEqual(["target.example.net"]);
  expect((await resolver().addresses("host.example.com", signal)).toSorted()).toEqual(["10.0.0.1", "192.0.2.1"]);
});

test.each(["texts.example.com", "absent.example.com"])(
  "a name without such records gives an empty list: %s",
  async (name) => {
    expect(await resolver().cname(name, signal)).toEqual([]);
    expect(await resolver().addresses(name, signal)).toEqual([]);
  },
);

test.each(["txt", "cname", "addresses"] as const)(
  "%s fails with a retryable error when the server fails",
  async (question) => {
    await expect(resolver()[question]("broken.example.com", signal)).rejects.toMatchObject({
      code: "dns_unavailable",
      retryable: true,
    });
  },
);

test("a query to a silent server ends when the caller aborts", async () => {
  const giveUp = new AbortController();
  const answer = resolver().txt("silent.example.com", giveUp.signal);
  giveUp.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
  await expect(resolver().txt("texts.example.com", giveUp.signal)).rejects.toThrow("enough");
});
