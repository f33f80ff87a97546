import type { ResourceDefinition } from "../declaration/resource.ts";

export const approvalResources = {
  approval: {
    title: ["Approval", "Approvals"],
    prefix: "apr",
    parameter: "approval_id",
    field: "approval_id",
    parents: [],
    scope: "workspace.read",
    topic: "approval",
    page: null,
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
