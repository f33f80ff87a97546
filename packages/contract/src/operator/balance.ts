// Evening out what the hosts of a site carry (docs/adr/0143).
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { BALANCE_RESTARTS, BALANCE_STATES, MOVE_WAYS } from "./host-states.ts";
import { Reason } from "./organizations.ts";

const shared = { family: "Operator", resource: "site", audience: "operator", subject: "installation" } as const;
const balance = "/operator/sites/{site_id}/balance";
const params = { site_id: ResourceId };
const Restarts = z
  .enum(BALANCE_RESTARTS)
  .default("refuse")
  .describe("Whether VMs that cannot move while they run may be stopped, moved and started.");

export const OperatorBalance = z
  .strictObject({
    site_id: z.string(),
    /** `none`: nobody has had the site balanced. */
    state: z.enum(BALANCE_STATES),
    restarts: z.enum(BALANCE_RESTARTS).nullable(),
    reason: z.string().nullable(),
    begun_by: z.string().nullable(),
    begun_at: Timestamp.nullable(),
    ended_at: Timestamp.nullable(),
    /** The VMs that move between hosts of the site now. */
    moving: z.int(),
  })
  .meta({ id: "OperatorBalance" });
export type OperatorBalance = z.infer<typeof OperatorBalance>;

const ofBalance = { ...shared, params, output: OperatorBalance } as const;

const operatorSiteGetBalance = defineOperation({
  ...ofBalance,
  id: "operatorSite.getBalance",
  method: "GET",
  path: balance,
  summary: "Get whether the hosts of a site are being balanced",
  errors: ["not_found"],
});

export const OperatorBalancePreview = z
  .strictObject({
    site_id: z.string(),
    /** The hosts that take part, with what they promised before and after. */
    hosts: z.array(
      z.strictObject({
        host_id: z.string(),
        name: z.string(),
        ram_mb: z.int(),
        promised_ram_mb: z.int(),
        promised_ram_mb_after: z.int(),
      }),
    ),
    /** How many VMs move, of the first 200. */
    vms: z.int(),
    /** The moves in their order. */
    moves: z.array(
      z.strictObject({
        vm_id: z.string(),
        name: z.string(),
        organization_name: z.string(),
        from_host: z.string(),
        to_host: z.string(),
        way: z.enum(MOVE_WAYS),
      }),
    ),
  })
  .meta({ id: "OperatorBalancePreview" });
export type OperatorBalancePreview = z.infer<typeof OperatorBalancePreview>;

const operatorSitePreviewBalance = defineOperation({
  ...shared,
  id: "operatorSite.previewBalance",
  method: "GET",
  path: `${balance}-preview`,
  summary: "Preview which VMs would move to balance the hosts of a site",
  params,
  query: { restarts: Restarts },
  output: OperatorBalancePreview,
  errors: ["not_found"],
});

export const SiteBalancing = z
  .strictObject({ restarts: Restarts, reason: Reason })
  .meta({ id: "SiteBalancing", examples: [{ restarts: "refuse", reason: "The new host is empty." }] });

const operatorSiteBalance = defineOperation({
  ...ofBalance,
  id: "operatorSite.balance",
  method: "POST",
  path: balance,
  summary: "Balance the hosts of a site: move VMs, a few at a time, until equal shares of their memory are reserved",
  description:
    "A worker moves them. Each move is an operation of its VM, which the owner sees. Placement groups " +
    "and tags are respected; a VM of a group that packs stays. The balance is `done` when no move would " +
    "make the hosts more equal.",
  body: SiteBalancing,
  errors: ["not_found", "conflict"],
});

const operatorSiteStopBalance = defineOperation({
  ...ofBalance,
  id: "operatorSite.stopBalance",
  method: "POST",
  path: `${balance}/stop`,
  summary: "Stop balancing the hosts of a site",
  description: "Moves in progress are finished. Nothing moves back.",
  errors: ["not_found", "conflict"],
});

export const operatorBalanceOperations = [
  operatorSiteGetBalance,
  operatorSitePreviewBalance,
  operatorSiteBalance,
  operatorSiteStopBalance,
] as const;
