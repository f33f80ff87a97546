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
