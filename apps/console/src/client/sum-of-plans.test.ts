import { expect, test } from "vitest";
import type { ShownPlan } from "./plan-question.ts";
import { sumOfPlans } from "./sum-of-plans.ts";

function plan(stated: Partial<ShownPlan>): ShownPlan {
  return {
    would_answer: 202,
    changes: [],
    affects: [],
    steps: [],
    cost: { hourly_delta: "0", monthly_delta: "0", currency: "USD" },
    quotas: [],
    irreversible: false,
    restorable_until: null,
    warnings: [],
    ...stated,
  };
}

test("the plans of a bulk action add up: cost, quotas, changes", () => {
  const removal = (id: string) =>
    plan({
      changes: [{ action: "delete", resource_type: "volume", id, name: id, fields: [] }],
      cost: { hourly_delta: "-0.1", monthly_delta: "-73", currency: "USD" },
      quotas: [{ resource: "volumes", used: 7, limit: 10, after: 6 }],
      irreversible: true,
      warnings: ["The same."],
    });
  const sum = sumOfPlans([removal("a"), removal("b"), removal("c")]);
  expect(sum).toMatchObject({
    cost: { hourly_delta: "-0.3", monthly_delta: "-219", currency: "USD" },
    quotas: [{ resource: "volumes", used: 7, limit: 10, after: 4 }],
    irreversible: true,
    warnings: ["The same."],
  });
  expect(sum?.changes.map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("what several plans can be restored until is the earliest", () => {
  const [soon, later] = ["2030-01-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z"];
  const plans = [plan({ restorable_until: later }), plan({ restorable_until: soon }), plan({})];
  expect(sumOfPlans(plans)?.restorable_until).toBe(soon);
});

test("one plan is itself, and none is none", () => {
  const only = plan({ steps: ["stop"] });
  expect(sumOfPlans([only])).toBe(only);
  expect(sumOfPlans([])).toBeUndefined();
});

test("what several plans affect is named once, and not if another of them deletes it", () => {
  const user = (id: string) => ({
    ...{ resource_type: "load_balancer" as const, id, name: id, relation: "sends_to" as const },
    on: { resource_type: "cloud_vm" as const, id: "web" },
  });
  const removal = { action: "delete", resource_type: "load_balancer", id: "gone", name: "gone", fields: [] } as const;
  const sum = sumOfPlans([
    plan({ affects: [user("front"), user("gone")] }),
    plan({ affects: [user("front")], changes: [{ ...removal, fields: [] }] }),
  ]);
  expect(sum?.affects.map(({ id }) => id)).toEqual(["front"]);
});
