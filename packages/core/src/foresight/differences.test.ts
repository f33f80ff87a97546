import { expect, test } from "vitest";
import { changesBetween } from "./differences.ts";
import type { Fields } from "./states.ts";

const chosen = { begun: "01m8h5yj72a9y63qr0j835hrn5", input: {}, during: { from: 0, until: 0 } };

function between(before: Fields, after: Fields) {
  const states = (fields: Fields) => new Map([["it", { type: "api_token" as const, id: "tok_1", params: {}, fields }]]);
  return changesBetween(states({ name: "deploy", ...before }), states({ name: "deploy", ...after }), chosen);
}

test.each<[string, unknown]>([
  ["last_used_at", "2026-11-28T13:00:00.000Z"],
  ["last_used_ip", "203.0.113.9"],
  ["last_refused", { at: "2026-11-28T13:00:00.000Z", ip: null }],
  ["last_seen_at", "2026-11-28T13:00:00.000Z"],
  ["checked_at", "2026-11-28T13:00:00.000Z"],
  ["last_run_at", "2026-11-28T13:00:00.000Z"],
  ["last_status", "succeeded"],
])("%s, which changes while others use a resource, is no change of a request", (field, seen) => {
  expect(between({ [field]: null }, { [field]: seen })).toEqual([]);
  expect(between({ [field]: null }, { [field]: seen, name: "build" })).toMatchObject([
    { action: "update", id: "tok_1", fields: [{ field: "name", from: "deploy", to: "build" }] },
  ]);
});

test("a part that was made just before keeps its moment, and one that is made now has none yet", () => {
  const [justBefore, now] = ["2026-11-28T13:00:00.000Z", "2026-11-28T13:00:00.500Z"];
  const within = { from: Date.parse(justBefore) - 1_000, until: Date.parse(now) + 1_000 };
  const rule = { port: 443, created_at: justBefore };
  const states = (rules: unknown) =>
    new Map([["it", { type: "firewall_group" as const, id: "fw_1", params: {}, fields: { rules } }]]);
  const after = [
    { ...rule, port: 80 },
    { port: 22, created_at: now },
  ];
  const changes = changesBetween(states([rule]), states(after), { ...chosen, during: within });
  expect(changes[0]?.fields).toEqual([
    {
      field: "rules",
      from: [rule],
      to: [
        { ...rule, port: 80 },
        { port: 22, created_at: null },
      ],
    },
  ]);
});
