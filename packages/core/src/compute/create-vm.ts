import type { Acceptance, CreateCloudVm, VmType } from "@fulmar/contract";
import { DEFAULT_SAGA_TIMEOUT_MS, OPERATION_CHANNEL, type Saga } from "@fulmar/engine";
import { type Query, queryOf, type RowOf, statement } from "@fulmar/prisma";
import { exceededQuota, quoteColumns } from "../billing/index.ts";
import { connectNewVm, findNetwork, requireNetworkFit } from "../networking/index.ts";
import type { Quote } from "../request/admission.ts";
import type { Workspace } from "../request/caller.ts";
import type { RequestContext } from "../request/context.ts";
import { invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { hasRoom, siteClosed, siteFull } from "../site/index.ts";
import type { ProviderSagaInput } from "../work/provider-saga.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { toAcceptance } from "./change-vm.ts";
import { vmNameTaken } from "./constraint-errors.ts";
import { lockVolumes, requireVolumesFit, takeVolumes } from "./new-vm-volumes.ts";
import { admitRootDisk, beyondPlan } from "./resize-vm.ts";
import { keysForVm } from "./ssh-keys.ts";
import { sealUserData } from "./user-data.ts";
import { createVmWithVolumesSaga, vmCreateSaga } from "./vm-create.saga.ts";

// Without a site in the request, the VPC's site is preferred, since a VM must be where its network is, then sites that
// have room.
const findOffer = statement(
  "vm_offer",
  `SELECT p.sku_code, p.cpu, p.ram_mb, p.disk_gb, p.gpu_model, p.gpu_count, i.os_type, i.os_distro, i.min_disk_gb,
          placed.site_id, placed.provider, placed.closed_at, placed.has_room,
          EXISTS (SELECT FROM vm WHERE workspace_id = $workspace_id::bigint AND type = $type::vm_type AND name = $name
                     AND deleted_at IS NULL) AS name_taken,
          now()::timestamptz(3) AS moment,
          ${quoteColumns("sku.hourly_price", { sku: "sku", wallet: "w", commitment: "c" }, "$hours")},
          quota_exceeded($workspace_id::bigint, p.sku_code, 1, NULL) AS quota
     FROM plan p
     LEFT JOIN sku ON sku.sku_code = p.sku_code
     LEFT JOIN wallet w ON w.organization_id = $organization_id
     LEFT JOIN commitment c ON c.organization_id = $organization_id
     LEFT JOIN image i ON i.template_id = $template_id
     LEFT JOIN LATERAL (
       SELECT s.site_id, s.provider, s.closed_at, ${hasRoom("s", "p")} AS has_room FROM site s
        WHERE s.site_id = ANY (p.site_ids) AND s.site_id = ANY (i.site_ids)
          AND (s.site_id = $site_id OR $site_id::text IS NULL AND s.closed_at IS NULL) AND s.removed_at IS NULL
        ORDER BY s.site_id IS NOT DISTINCT FROM (
                   SELECT v.site_id FROM vpc v
                    WHERE v.workspace_id = $workspace_id::bigint AND $vpc_id::text IS NOT NULL AND v.vpc_id = $vpc_id
                 ) DESC, has_room DESC, s.position
        LIMIT 1) AS placed ON true
    WHERE p.plan_id = $plan_id AND p.type = $type::vm_type`,
);

// One statement adds the VM and the operation and notifies a worker. It is sent together with the next statement, since
// its result is known beforehand.
const accept = statement(
  "vm_accept",
  `WITH created AS (
     INSERT INTO vm (vm_id, workspace_id, type, name, operation_id, site_id, plan_id, template_id, cpu, ram_mb, disk_gb,
                     gpu_model, gpu_count,
                     os_type, os_distro, tags, ssh_keys, sealed_user_data, deletion_protection)
     VALUES ($vm_id, $workspace_id::bigint, $type::vm_type, $name, $operation_id, $site_id, $plan_id, $template_id,
             $cpu::int, $ram_mb::int, $disk_gb::int, $gpu_model, $gpu_count::int,
             $os_type, $os_distro, $tags::text[], $ssh_keys::text[], $sealed_user_data::bytea,
             $deletion_protection::boolean)
     RETURNING vm_id
   ), accepted AS (
     INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input, deadline_at)
     SELECT $operation_id, $workspace_id::bigint, vm_id, $type || '_vm', 'create', $saga, $input::jsonb,
            now() + $timeout_ms::int * interval '1 millisecond' FROM created
     RETURNING operation_id
   )
   SELECT pg_notify('${OPERATION_CHANNEL}', operation_id)::text FROM accepted`,
);

/**
 * A plan together with an image. The image columns are null without such an image, the site columns when no site has
 * both, and the price when the price list has none. `moment` is the transaction's time, which becomes the operation's
 * `submitted_at`.
 */
type Offer = RowOf<typeof findOffer>;

/**
 * The first query of a create: reads the plan, the image and the site, and everything else that one query can check.
 */
export function offerQuery(
  workspace: Workspace,
  type: VmType,
  input: CreateCloudVm,
  boundHours: number,
): Query<"vm_offer"> {
  const { plan_id, template_id, site_id = null, name, vpc_id = null } = input;
  return queryOf(findOffer, {
    plan_id,
    type,
    template_id,
    site_id,
    workspace_id: workspace.id,
    name,
    vpc_id,
    organization_id: workspace.organizationId,
    hours: boundHours,
  });
}

/**
 * Creates a cloud or GPU VM: checks the offer, the volumes and the network, asks billing, then writes everything in one
 * commit.
 * @param offer the result of `offerQuery`
 */
export async function createVm(
  context: RequestContext,
  type: VmType,
  input: CreateCloudVm,
  offer: Offer | undefined,
): Promise<Acceptance> {
  const checked = checkOffer(offer, type, input);
  const volumes = await lockVolumes(context, input.volume_ids);
  const network = await findNetwork(context, input);
  const sshKeys = (await keysForVm(context, input)) ?? [];
  if (checked.nameTaken) throw vmNameTaken();
  if (!checked.hasRoom) throw siteFull();
  requireVolumesFit(checked.vm.siteId, volumes);
  await requireNetworkFit(context, checked.vm.siteId, network);
  await context.admit({ skuCode: checked.skuCode, quote: checked.quote });
  await admitRootDisk(context, checked.addedGb);
  const { name, plan_id, template_id, tags, user_data, deletion_protection } = input;
  const acceptance = acceptVm(
    context,
    { ...checked.vm, type, name, plan_id, template_id, tags, sshKeys, user_data, deletion_protection },
    volumes.length > 0 ? createVmWithVolumesSaga : vmCreateSaga,
    checked.moment,
  );
  takeVolumes(context, acceptance, input.volume_ids);
  await connectNewVm(context, acceptance.vm_id, checked.vm.siteId, network);
  return acceptance;
}

/**
 * Checks that the other fields of the request match the plan and the image. @throws DomainError 400 that names the
 * field
 */
function checkOffer(plan: Offer | undefined, type: VmType, input: CreateCloudVm) {
  if (plan === undefined)
    throw invalidField("plan_id", `is not a ${type === "gpu" ? "GPU" : "cloud"} plan of the catalog`);
  const { os_type: osType, os_distro: osDistro, min_disk_gb: minDiskGb, site_id: siteId, provider } = plan;
  if (osType === null || osDistro === null || minDiskGb === null)
    throw invalidField("template_id", "is not an image of the catalog");
  if (siteId === null || provider === null) throw nowhere(input);
  if (plan.closed_at !== null) throw siteClosed();
  const smallestGb = Math.max(plan.disk_gb, minDiskGb);
  const diskGb = input.disk_gb ?? smallestGb;
  if (diskGb < smallestGb) throw invalidField("disk_gb", `must be at least ${smallestGb} for this plan and image`);
  mustAgree("cpu", input.cpu, plan.cpu, "plan");
  mustAgree("ram_mb", input.ram_mb, plan.ram_mb, "plan");
  mustAgree("os_type", input.os_type, osType, "image");
  mustAgree("os_distro", input.os_distro, osDistro, "image");
  const { sku_code: skuCode, cpu, ram_mb: ramMb, gpu_model: gpuModel, gpu_count: gpuCount } = plan;
  const facts = {
    nameTaken: plan.name_taken,
    hasRoom: plan.has_room !== false,
    moment: plan.moment,
    quote: quoteOf(plan),
  };
  return {
    ...facts,
    skuCode,
    addedGb: beyondPlan(diskGb, plan.disk_gb),
    vm: { siteId, provider, cpu, ramMb, diskGb, gpuModel, gpuCount, osType, osDistro },
  };
}

/** The quote for the plan; undefined when the price list has none. */
function quoteOf({ hourly_price, currency, suspended_by, raises, covered, quota }: Offer): Quote | undefined {
  return hourly_price === null || currency === null
    ? undefined
    : {
        hourly_price,
        currency,
        suspended_by,
        raises: raises === true,
        covered: covered === true,
        quota: exceededQuota(quota),
      };
}

function nowhere(input: CreateCloudVm) {
  return input.site_id === undefined
    ? invalidField("template_id", "is not offered at any site of the plan")
    : invalidField("site_id", "is not a site of the catalog that offers both the plan and the image");
}

function mustAgree<Value extends string | number>(
  field: string,
  sent: Value | undefined,
  offered: Value,
  what: "plan" | "image",
) {
  if (sent !== undefined && sent !== offered) throw invalidField(field, `must be ${offered} for this ${what}`);
}

/** The values of a new VM, taken from its plan, its image and the request. */
interface NewVm
  extends Pick<CreateCloudVm, "name" | "plan_id" | "template_id" | "tags" | "user_data" | "deletion_protection"> {
  readonly sshKeys: readonly string[];
  readonly type: VmType;
  readonly siteId: string;
  readonly provider: string;
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
  readonly gpuModel: string | null;
  readonly gpuCount: number;
  readonly osType: string;
  readonly osDistro: string;
}

/**
 * Writes a new VM and hands it to the worker.
 * @param saga the saga that creates it
 * @param moment the transaction's time, rounded to milliseconds as in the database
 */
function acceptVm(
  context: RequestContext,
  vm: NewVm,
  saga: Pick<Saga<WorkerServices, ProviderSagaInput>, "name" | "timeoutMs">,
  moment: Date,
): Acceptance {
  const vmId = newId("vm");
  const operationId = newId("op");
  const input: ProviderSagaInput = { name: vm.name, provider: vm.provider };
  context.send(
    queryOf(accept, {
      vm_id: vmId,
      workspace_id: context.workspace.id,
      type: vm.type,
      name: vm.name,
      operation_id: operationId,
      site_id: vm.siteId,
      plan_id: vm.plan_id,
      template_id: vm.template_id,
      cpu: vm.cpu,
      ram_mb: vm.ramMb,
      disk_gb: vm.diskGb,
      gpu_model: vm.gpuModel,
      gpu_count: vm.gpuCount,
      os_type: vm.osType,
      os_distro: vm.osDistro,
      tags: vm.tags,
      ssh_keys: vm.sshKeys,
      sealed_user_data: sealUserData(context.configuration.secrets, vmId, vm.user_data),
      deletion_protection: vm.deletion_protection,
      saga: saga.name,
      input: JSON.stringify(input),
      timeout_ms: saga.timeoutMs ?? DEFAULT_SAGA_TIMEOUT_MS,
    }),
  );
  return toAcceptance(operationId, vmId, moment);
}
