import { isAddressAllowed, TOKEN_GUARDS } from "@fulmar/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limitsBeyond, type TokenLimits } from "./token-limits.ts";

const WORKSPACES = ["1", "2", "3"];
const RANGES = [
  "10.0.0.0/8",
  "10.1.0.0/16",
  "10.1.2.3/32",
  "192.0.2.0/24",
  "2001:db8::/32",
  "2001:db8:1::/48",
  "0.0.0.0/0",
];
/** One address within each way of nesting the ranges, and some outside of all. */
const ADDRESSES = [
  "10.1.2.3",
  "10.1.9.9",
  "10.9.9.9",
  "192.0.2.7",
  "198.51.100.1",
  "2001:db8:1::1",
  "2001:db8:2::1",
  "2001:db9::1",
];
const MOMENTS = ["2030-01-01", "2031-01-01"].map((day) => new Date(`${day}T00:00:00Z`));

const limits: fc.Arbitrary<TokenLimits> = fc
  .record({
    scopes: fc.subarray(["vm.read", "vm.write", "token.write"], { minLength: 1 }),
    everywhere: fc.boolean(),
    workspace_ids: fc.subarray(WORKSPACES, { minLength: 1 }),
    allowed_ip_ranges: fc.subarray(RANGES),
    expires_at: fc.constantFrom(null, ...MOMENTS),
    guard: fc.constantFrom(...TOKEN_GUARDS),
    max_deletions_per_hour: fc.constantFrom(null, 0, 2),
    max_added_cost_per_hour: fc.constantFrom(null, "0", "0.5", "10"),
    max_resources_per_hour: fc.constantFrom(null, 0, 2),
  })
  .map(({ everywhere, workspace_ids, ...rest }) => ({
    ...rest,
    workspace_policy: everywhere ? "entire_organization" : "specific_workspaces",
    workspace_ids: everywhere ? [] : workspace_ids,
  }));

/** Whether a token may do one thing, in one place, from one address, at one time. */
function may(
  token: TokenLimits,
  deed: { scope: string; workspace: string; address: string; at: Date; kind: string; amount: number },
): boolean {
  return (
    token.scopes.includes(deed.scope) &&
    (token.workspace_policy === "entire_organization" || token.workspace_ids.includes(deed.workspace)) &&
    isAddressAllowed(token.allowed_ip_ranges, deed.address) &&
    GUARDED_DEEDS.indexOf(deed.kind) >= TOKEN_GUARDS.indexOf(token.guard) &&
    (token.max_deletions_per_hour === null || deed.amount <= token.max_deletions_per_hour) &&
    (token.max_added_cost_per_hour === null || deed.amount <= Number(token.max_added_cost_per_hour)) &&
    (token.max_resources_per_hour === null || deed.amount <= token.max_resources_per_hour) &&
    (token.expires_at === null || deed.at < token.expires_at)
  );
}

/** Deeds of a token without a person, in the order of the guards that still allow them. */
const GUARDED_DEEDS = ["destroy", "create", "read", "plan"];

const deeds = ["vm.read", "vm.write", "token.write"].flatMap((scope) =>
  // The last is a workspace that does not exist yet.
  [...WORKSPACES, "4"].flatMap((workspace) =>
    ADDRESSES.flatMap((address) =>
      [new Date("2029-01-01"), new Date("2030-06-01"), new Date("2040-01-01")].map((at) => ({
        scope,
        workspace,
        address,
        at,
        kind: GUARDED_DEEDS[at.getTime() % GUARDED_DEEDS.length] ?? "plan",
        amount: at.getUTCMonth() === 0 ? 0 : 1,
      })),
    ),
  ),
);

test("a token within the limits of another may do nothing that the other may not", () => {
  let within = 0;
  fc.assert(
    fc.property(limits, limits, (own, asked) => {
      if (limitsBeyond(own, asked).length > 0) return;
      within++;
      expect(deeds.filter((deed) => may(asked, deed) && !may(own, deed))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
  expect(within).toBeGreaterThan(0);
});

test("every token is within its own limits", () => {
  fc.assert(
    fc.property(limits, (own) => {
      expect(limitsBeyond(own, own)).toEqual([]);
    }),
  );
});

const FREE: TokenLimits = {
  scopes: ["vm.read", "token.write"],
  workspace_policy: "entire_organization",
  workspace_ids: [],
  allowed_ip_ranges: [],
  expires_at: null,
  guard: "none",
  max_deletions_per_hour: null,
  max_added_cost_per_hour: null,
  max_resources_per_hour: null,
};
const BOUND: TokenLimits = {
  scopes: ["token.write"],
  workspace_policy: "specific_workspaces",
  workspace_ids: ["1"],
  allowed_ip_ranges: ["10.0.0.0/8"],
  expires_at: new Date("2030-01-01"),
  guard: "approve_destructive",
  max_deletions_per_hour: 2,
  max_added_cost_per_hour: "0.5",
  max_resources_per_hour: 0,
};

test.each([
  ["scopes", { scopes: ["vm.read"] }],
  ["workspace_policy", { workspace_policy: "entire_organization", workspace_ids: [] }],
  ["workspace_ids", { workspace_ids: ["1", "2"] }],
  ["allowed_ip_ranges", { allowed_ip_ranges: [] }],
  ["allowed_ip_ranges", { allowed_ip_ranges: ["10.1.0.0/16", "192.0.2.0/24"] }],
  ["expires_at", { expires_at: null }],
  ["expires_at", { expires_at: new Date("2030-01-02") }],
  ["guard", { guard: "none" }],
  ["max_deletions_per_hour", { max_deletions_per_hour: 3 }],
  ["max_added_cost_per_hour", { max_added_cost_per_hour: null }],
  ["max_added_cost_per_hour", { max_added_cost_per_hour: "10" }],
  ["max_resources_per_hour", { max_resources_per_hour: 1 }],
])("names %s when it goes further", (field, change) => {
  expect(limitsBeyond(BOUND, { ...BOUND, ...change } as TokenLimits).map((error) => error.field)).toEqual([field]);
  expect(limitsBeyond(FREE, BOUND)).toEqual([]);
});
