import { expect, test } from "vitest";
import { planLines } from "./plan-text.ts";

test("a plan is told in lines", () => {
  expect(
    planLines({
      would_answer: 202,
      changes: [
        {
          action: "create",
          resource_type: "cloud_vm",
          id: null,
          name: "web-1",
          fields: [
            { field: "plan_id", from: null, to: "plan-small" },
            { field: "volume_ids", from: null, to: [] },
            { field: "vm_id", from: null, to: null },
          ],
        },
        {
          action: "update",
          resource_type: "volume",
          id: "vol_1",
          name: "data",
          fields: [{ field: "status", from: "available", to: "in-use" }],
        },
        { action: "delete", resource_type: "bucket", id: "logs", name: "logs", fields: [] },
      ],
      affects: [
        {
          resource_type: "cdn_distribution",
          id: "cdn_1",
          name: "site",
          relation: "origin",
          on: { resource_type: "bucket", id: "logs" },
        },
      ],
      steps: ["create-instance", "boot-instance"],
      cost: { hourly_delta: "0.01", monthly_delta: "7.3", currency: "USD" },
      quotas: [{ resource: "cloud_vms", used: 2, limit: 10, after: 3 }],
      irreversible: true,
      restorable_until: null,
      warnings: ["What the site answers is not known."],
    }),
  ).toEqual([
    "+ create cloud vm web-1",
    "    plan_id     plan-small",
    "    volume_ids  -",
    "    vm_id       (chosen when it is made)",
    "~ update volume data vol_1",
    "    status  available -> in-use",
    "- delete bucket logs",
    "! used by cdn distribution site cdn_1 (origin)",
    "",
    "Steps      create-instance, boot-instance",
    "Cost       +7.3 USD a month (+0.01 an hour)",
    "Quota      cloud_vms: 2 -> 3 of 10",
    "This cannot be undone.",
    "Note: What the site answers is not known.",
    "Nothing has been changed.",
  ]);
});
