import { inOrder, type LoadBalancerRule } from "@fulmar/contract";
import { expect, test } from "vitest";
import { flowLayout } from "./flow-layout.ts";

const rule = (changes: Partial<LoadBalancerRule>): LoadBalancerRule => ({
  priority: 100,
  host: null,
  path: null,
  header: null,
  pool_id: null,
  redirect: null,
  ...changes,
});
const listener = {
  listener_id: "l",
  name: "web",
  protocol: "http" as const,
  port: 80,
  default_pool_id: "b",
  rules: [rule({ host: "a.example.com", pool_id: "a" })],
};
const target = (index: number, health: "online" | "offline" = "online") => ({
  id: `t${index}`,
  name: `t${index}`,
  enabled: true,
  health,
});
const pool = (pool_id: string, targets = [target(0)]) => ({
  pool_id,
  name: pool_id,
  protocol: "http" as const,
  algorithm: "round_robin" as const,
  targets,
});

test("a listener shows each of its rules and then its default pool", () => {
  const flow = flowLayout([listener], [pool("a"), pool("b")], inOrder);
  expect(flow.choices.map(({ when, action }) => [when, action])).toEqual([
    ["host a.example.com", null],
    ["everything else", null],
  ]);
  expect(flow.ways).toHaveLength(2 + 2 + 2);
});

test("rules are shown in the order in which they are tried", () => {
  const rules = [
    rule({ priority: 200, host: "b.example.com", pool_id: "a" }),
    rule({ priority: 100, host: "a.example.com", pool_id: "a" }),
  ];
  const { choices } = flowLayout([{ ...listener, rules }], [pool("a"), pool("b")], inOrder);
  expect(choices.map(({ when }) => when)).toEqual(["host a.example.com", "host b.example.com", "everything else"]);
});

test("redirects and listeners without a pool are labelled", () => {
  const redirect = rule({ redirect: { https: true, url: null, status: 301 } });
  const { choices } = flowLayout([{ ...listener, default_pool_id: null, rules: [redirect] }], [], inOrder);
  expect(choices.map(({ action }) => action)).toEqual(["redirect to HTTPS (301)", "nothing"]);
});

test("a long list of targets shows the unhealthy ones first and counts the rest", () => {
  const targets = Array.from({ length: 20 }, (_, index) => target(index, index === 15 ? "offline" : "online"));
  const shown = flowLayout([], [pool("a", targets)], inOrder).targets;
  expect(shown).toHaveLength(8);
  expect(shown[0]?.target?.id).toBe("t15");
  expect(shown.at(-1)?.more).toBe(13);
});

test("the lowest box ends at the picture's edge", () => {
  const flow = flowLayout(
    [listener, { ...listener, listener_id: "m" }],
    [
      pool("a"),
      pool(
        "b",
        [0, 1, 2].map((index) => target(index)),
      ),
    ],
    inOrder,
  );
  const boxes = [...flow.listeners, ...flow.choices, ...flow.pools, ...flow.targets];
  expect(Math.max(...boxes.map(({ y, height }) => y + height))).toBe(flow.height);
});
