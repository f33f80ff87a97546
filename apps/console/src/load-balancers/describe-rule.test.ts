import { expect, test } from "vitest";
import { describeAction, describeCondition } from "./describe-rule.ts";

const none = { host: null, path: null, header: null };

test.each([
  ["every request", none],
  ["host www.example.com", { ...none, host: "www.example.com" }],
  ["path exactly /api", { ...none, path: { match: "exact" as const, value: "/api" } }],
  [
    "host *.example.com, path /api and below, header X-Beta: yes",
    {
      host: "*.example.com",
      path: { match: "prefix" as const, value: "/api" },
      header: { name: "X-Beta", value: "yes" },
    },
  ],
])("describeCondition: %s", (words, rule) => {
  expect(describeCondition(rule)).toBe(words);
});

test.each([
  ["to the pool web", { pool_id: "pool_1", redirect: null }],
  ["redirect to HTTPS (301)", { pool_id: null, redirect: { https: true, url: null, status: 301 as const } }],
  [
    "redirect to https://example.com/new (308)",
    { pool_id: null, redirect: { https: false, url: "https://example.com/new", status: 308 as const } },
  ],
])("describeAction: %s", (words, rule) => {
  expect(describeAction(rule, () => "web")).toBe(words);
});
