import type { LoadBalancerListener, LoadBalancerRule } from "@fulmar/contract";
import { expect, test } from "vitest";
import { decisiveRule } from "./decisive-rule.ts";

const rule = (changes: Partial<LoadBalancerRule>): LoadBalancerRule => ({
  priority: 100,
  host: null,
  path: null,
  header: null,
  pool_id: "p",
  redirect: null,
  ...changes,
});
const api = rule({ priority: 10, path: { match: "prefix", value: "/api" } });
const host = rule({ priority: 20, host: "www.example.com" });
const listener: LoadBalancerListener = {
  ...{
    listener_id: "l",
    name: "web",
    protocol: "http",
    port: 80,
    certificate: null,
    idle_timeout_seconds: 60,
    default_pool_id: "p",
    rules: [host, api],
  },
};
const request = { transport: "tcp" as const, port: 80, host: "www.example.com", path: "/", headers: {} };

test.each([
  ["the first rule that holds", { ...request, path: "/api/users" }, listener, api],
  ["a later one where that does not", request, listener, host],
  ["none: the default pool", { ...request, host: "other.example.com" }, listener, undefined],
  ["nobody listens there", { ...request, port: 81 }, undefined, undefined],
  ["UDP is another port", { ...request, transport: "udp" as const }, undefined, undefined],
] as const)("%s", (_what, asked, where, decisive) => {
  expect(decisiveRule([listener], asked)).toEqual({ listener: where, rule: decisive });
});
