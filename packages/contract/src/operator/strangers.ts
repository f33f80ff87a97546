// The machines and volumes at sites that are not Fulmar's, and what operators decide about them (docs/adr/0136).
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Name, pageQuery, ResourceId, Timestamp, WorkspaceId } from "../values/fields.ts";
import { Reason } from "./organizations.ts";
import { STRANGER_KINDS } from "./site-decisions.ts";
import { OperatorSiteDecision } from "./unknown-resources.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const ofStranger = { ...shared, resource: "stranger" } as const;

export const OperatorStranger = z
  .strictObject({
    site_id: z.string(),
    kind: z.enum(STRANGER_KINDS),
    /** Its name at the site, which it keeps when it is adopted. */
    name: z.string(),
    /** Of a machine, such as "container". Null of a volume, as are the next four fields. */
    type: z.string().nullable(),
    power: z.enum(["running", "stopped"]).nullable(),
    cpu: z.int().nullable(),
    ram_mb: z.int().nullable(),
    image: z.string().nullable(),
    /** The root disk of a machine, or the volume. Null without a limit. */
    disk_gb: z.int().nullable(),
    addresses: z.array(z.string()),
    /** The hosts that have a machine of this name. Empty of a volume, and where the site does not tell. */
    hosts: z.array(z.string()),
    /** The volumes that are attached to a machine. They are adopted with it. */
    volumes: z.array(z.string()),
    /** The machines that a volume is attached to. */
    machines: z.array(z.string()),
    /** Sentences that say why it cannot be adopted. */
    obstacles: z.array(z.string()),
    warnings: z.array(z.string()),
    first_seen_at: Timestamp,
    last_seen_at: Timestamp,
    /** The latest decision about it. */
    decision: OperatorSiteDecision.nullable(),
  })
  .meta({ id: "OperatorStranger" });
export type OperatorStranger = z.infer<typeof OperatorStranger>;

const operatorStrangerList = defineOperation({
  ...ofStranger,
  id: "operatorStranger.list",
  method: "GET",
  path: "/operator/sites/{site_id}/strangers",
  summary: "List the machines and volumes at a site that are not Fulmar's, with why they cannot be adopted",
  description: "As seen by a worker within the last two minutes. Fulmar never changes or deletes them.",
  params: { site_id: ResourceId },
  query: { ...pageQuery(), kind: z.enum(STRANGER_KINDS).optional() },
  output: z.array(OperatorStranger),
  list: true,
  errors: ["not_found"],
});

const machine = "/operator/sites/{site_id}/strangers/{machine}";
const oneMachine = { site_id: ResourceId, machine: ResourceId };
const asVm = {
  vm_name: Name.optional().describe("The name of the VM. By default that of the machine."),
  plan_id: ResourceId.optional().describe("What it is charged as. By default the cheapest plan that covers it."),
};

export const OperatorAdoptionPreview = z
  .strictObject({
    site_id: z.string(),
    machine: z.string(),
    workspace_id: z.string(),
    workspace_name: z.string(),
    organization_name: z.string(),
    vm_name: z.string(),
    plan_id: z.string(),
    cpu: z.int(),
    ram_mb: z.int(),
    disk_gb: z.int(),
    addresses: z.array(z.string()),
    volumes: z.array(z.strictObject({ name: z.string(), size_gb: z.int(), device_path: z.string() })),
    /** What it adds to the price of an hour. Null where something has no price. */
    hourly_price: z.string().nullable(),
    warnings: z.array(z.string()),
    /** Why it is refused without `force`: quota, funds or the plan do not suffice. Null where they do. */
    needs_force: z.string().nullable(),
  })
  .meta({ id: "OperatorAdoptionPreview" });
export type OperatorAdoptionPreview = z.infer<typeof OperatorAdoptionPreview>;

const operatorStrangerPreviewAdoption = defineOperation({
  ...ofStranger,
  id: "operatorStranger.previewAdoption",
  method: "GET",
  path: `${machine}/adoption-preview`,
  summary: "Show what the adoption of a machine would record and what it would cost",
  params: oneMachine,
  query: { owner_workspace_id: WorkspaceId, ...asVm },
  output: OperatorAdoptionPreview,
  errors: ["not_found", "conflict"],
});

export const StrangerAdoption = z
  .strictObject({
    workspace_id: WorkspaceId.describe("Whose VM it becomes."),
    ...asVm,
    force: z.boolean().default(false).describe("Adopts it although quota, funds or the plan do not suffice."),
    reason: Reason,
  })
  .meta({
    id: "StrangerAdoption",
    examples: [
      {
        workspace_id: "1",
        vm_name: "shop",
        plan_id: "plan-small",
        force: false,
        reason: "Moved from the old cluster.",
      },
    ],
  });

const operatorStrangerAdopt = defineOperation({
  ...shared,
  resource: "site_decision",
  id: "operatorStranger.adopt",
  method: "POST",
  path: `${machine}/adopt`,
  summary: "Adopt a machine that is not Fulmar's as a VM of a workspace, with its volumes",
  description:
    "A worker carries it out: the machine keeps running, and is charged from then on. The decision shows " +
    "the result. Deleting the VM later deletes the machine.",
  params: oneMachine,
  body: StrangerAdoption,
  output: OperatorSiteDecision,
  errors: ["not_found", "conflict"],
});

export const operatorStrangerOperations = [
  operatorStrangerList,
  operatorStrangerPreviewAdoption,
  operatorStrangerAdopt,
] as const;
