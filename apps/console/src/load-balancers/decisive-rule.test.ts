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
    additional_certificates: [],
    domains: [],
    idle_timeout_seconds: 60,
    default_pool_id: "p",
    rules: [host, api],
  },
};
const request = { transport: "tcp" as const, port: 80, host: "www.example.com", path: "/", headers: {} };

test.each([
  ["the first matching rule decides", { ...request, path: "/api/users" }, listener, api],
  ["a later rule decides when the first does not match", request, listener, host],
  ["no rule decides when the default pool is used", { ...request, host: "other.example.com" }, listener, undefined],
  ["no listener has the port", { ...request, port: 81 }, undefined, undefined],
  ["a TCP listener does not take UDP", { ...request, transport: "udp" as const }, undefined, undefined],
] as const)("%s", (_what, asked, where, decisive) => {
  expect(decisiveRule([listener], asked)).toEqual({ listener: where, rule: decisive });
});
