import type { Configuration } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { ProviderError, type SiteResource } from "@fulmar/providers";
import { z } from "zod";
import { conflict, DomainError } from "../request/domain-error.ts";
import { asOperator, atSite, type OperatedSite } from "../site/index.ts";
import { type Adopted, adoptGroup } from "./adopt-group.ts";
import { adoptedCopies } from "./adopted-copies.ts";
import { type AdoptionContext, adoptedRows, ownRow } from "./adopted-rows.ts";
import { BY_COMMAND, type Decided } from "./decided.ts";
import { adoptionGroup } from "./resource-needs.ts";
import { SiteView } from "./site-view.ts";
import { byNeed, namedUnknown, type UnknownResource, unknownOfProvider } from "./unknown-resources.ts";

const TIMEOUT_MS = 3_600_000;

export interface AdoptionRequest {
  readonly siteId: string;
  readonly ids: readonly string[] | "all";
  /** The workspace that gets it, instead of the one in its record. With `all`, only if the record has none. */
  readonly workspaceId?: bigint | undefined;
  /** The plan that a VM is charged as, instead of the one in the site's labels. With `all`, only if they have none. */
  readonly planId?: string | undefined;
}

interface Named {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
}

export interface Adoption {
  readonly adopted: readonly Named[];
  /** The resources that stay unknown, with reasons. */
  readonly left: readonly (Named & { readonly reason: string })[];
}

const knownVm = statement("adopt_known_vm", "SELECT FROM vm WHERE vm_id = $vm_id");
const plans = statement("adopt_plans", "SELECT plan_id, type::text, gpu_model, gpu_count FROM plan");
const images = statement("adopt_images", "SELECT template_id, os_type, os_distro FROM image");
const freeVolumes = statement(
  "adopt_free_volumes",
  `SELECT v.volume_id FROM volume v JOIN site s USING (site_id)
    WHERE s.provider = $provider AND v.status = 'available' AND v.deleted_at IS NULL AND v.operation_id IS NULL`,
);

/**
 * Adopts unknown resources, each with its dependencies in one transaction. Their rows come from their labels and the
 * site. They are charged from now on.
 * @throws DomainError 404; 409 with the reason when a named one cannot be adopted; 503 with the server's message. With
 * `all`, resources that cannot be adopted are left
 */
export function adoptResources(
  database: Database,
  configuration: Pick<Configuration, "secrets" | "simulatedSiteUrl">,
  request: AdoptionRequest,
): Promise<Adoption> {
  return atSite(database, configuration, request.siteId, (site) =>
    asOperator((signal) => adoptAt(database, site, request, signal, BY_COMMAND), TIMEOUT_MS),
  );
}

type Choice = Pick<AdoptionRequest, "workspaceId" | "planId">;

/** Refusals because of an incomplete record. The operator can supply what is missing. */
const UNSAID: ReadonlySet<string> = new Set([
  "record_missing",
  "plan_missing",
  "workspace_missing",
  "workspace_younger",
  "other_installation",
]);

/** Adopts at a site that is open, in the session of whoever has opened its provider. */
export async function adoptAt(
  database: Database,
  site: OperatedSite,
  { ids, workspaceId, planId }: Omit<AdoptionRequest, "siteId">,
  signal: AbortSignal,
  by: Decided,
): Promise<Adoption> {
  const unknown = await unknownOfProvider(database.sql, site.providerName);
  const view = new SiteView(site.provider, unknown, signal);
  const catalog = {
    plans: await database.sql.query(plans),
    images: await database.sql.query(images),
  };
  const said: Choice = { workspaceId, planId };
  const choices = ids === "all" ? [{}, said] : [said];
  const adopted: Named[] = [];
  const left: Adoption["left"][number][] = [];
  for (const root of ids === "all" ? rootsAt(site.siteId, unknown) : ids.map((id) => namedUnknown(unknown, id))) {
    if (adopted.some(({ kind, id }) => kind === root.kind && id === root.id)) continue;
    try {
      const taken = await withChoice(choices, (choice) => {
        const context = {
          siteId: site.siteId,
          workspaceId: choice.workspaceId,
          planId: choice.planId,
          ...catalog,
          now: new Date(),
        };
        return adoptOne(database, site, { view, context, root, by }, signal);
      });
      adopted.push(...taken.adopted);
      left.push(...taken.left);
    } catch (error) {
      if (ids !== "all" || !(error instanceof DomainError)) throw error;
      left.push({ ...namedOf(root), reason: error.message });
    }
  }
  const isAdopted = (one: Named) => adopted.some(({ kind, id }) => kind === one.kind && id === one.id);
  return {
    adopted,
    left: left.filter(
      (one, place) => !isAdopted(one) && left.findIndex(({ kind, id }) => kind === one.kind && id === one.id) === place,
    ),
  };
}

/** Adopts with the first choice that is complete. */
async function withChoice(
  [choice = {}, ...rest]: readonly Choice[],
  adoptBy: (choice: Choice) => Promise<Adoption>,
): Promise<Adoption> {
  try {
    return await adoptBy(choice);
  } catch (error) {
    if (rest.length === 0 || !(error instanceof DomainError && UNSAID.has(error.code))) throw error;
    return withChoice(rest, adoptBy);
  }
}

async function adoptOne(
  database: Database,
  site: OperatedSite,
  {
    view,
    context,
    root,
    by,
  }: {
    readonly view: SiteView;
    readonly context: Omit<AdoptionContext, "inRescue">;
    readonly root: UnknownResource;
    readonly by: Decided;
  },
  signal: AbortSignal,
): Promise<Adoption> {
  const kind = requireKind(root);
  const resources = await adoptionGroup(view, { kind, id: root.id });
  const [first] = resources;
  if (first === undefined) throw new DomainError("not_found", `The site no longer has ${root.id}.`);
  if (kind === "vm_network" && !resources.some((resource) => resource.kind === "vm")) {
    throw conflict("vm_missing", `The network ${root.id} belongs to a VM that the site does not have; discard it.`);
  }
  const vmId = first.recoveryPoint?.vmId;
  const isOrphan =
    vmId !== undefined &&
    !resources.some((resource) => resource.kind === "vm" && resource.id === vmId) &&
    (await database.sql.maybe(knownVm, { vm_id: vmId })) === undefined;
  if (isOrphan)
    throw conflict(
      "vm_missing",
      `The ${kind} ${root.id} has outlived the VM ${vmId}, which neither the site nor the database has; discard it.`,
    );
  const rescued = { ...context, inRescue: await inRescue(site, resources, signal) };
  const group: Adopted[] = [];
  const left: Adoption["left"][number][] = [];
  for (const resource of resources) {
    try {
      group.push({ resource, rows: await rowsOf(site, view, resource, rescued, signal) });
    } catch (error) {
      // A copy that cannot be adopted does not block the adoption of its VM.
      const isCopy = resource.kind === "snapshot" || resource.kind === "backup";
      if (!isCopy || resource === first || !(error instanceof DomainError || error instanceof ProviderError))
        throw error;
      left.push({ ...namedOf(resource), reason: error.message });
    }
  }
  const built = withParents(group, view);
  const attached = await attachedVolumes(database, site, view, resources, signal);
  const parts = built.group.filter(({ resource }) => resource.kind !== "vm_network");
  const adoption = { adopted: parts.map(({ resource }) => namedOf(resource)), left: [...left, ...built.left] };
  await database.transaction(
    async (transaction) => {
      const { workspaceId } = context;
      await adoptGroup(transaction, site.providerName, { group: built.group, attached, workspaceId, by });
      await by.settle(transaction.sql, outcomeOf(root, adoption));
    },
    { asAdopter: true },
  );
  view.learned(built.group.map(({ resource }) => resource));
  return adoption;
}

function outcomeOf(root: UnknownResource, { adopted, left }: Adoption): string {
  const others = adopted.filter(({ kind, id }) => kind !== root.kind || id !== root.id);
  const listed = (resources: readonly Named[]) =>
    resources.map(({ kind, id, name }) => `${kind.replaceAll("_", " ")} ${name ?? id}`).join(", ");
  return [
    others.length === 0 ? "Adopted." : `Adopted with ${listed(others)}.`,
    ...(left.length === 0 ? [] : [`Left unknown: ${listed(left)}.`]),
  ].join(" ");
}

function rowsOf(
  site: OperatedSite,
  view: SiteView,
  resource: SiteResource,
  context: AdoptionContext,
  signal: AbortSignal,
) {
  if (resource.kind !== "snapshot" && resource.kind !== "backup") return adoptedRows(resource, context);
  return adoptedCopies(
    { recovery: site.provider.recovery, view, provider: site.providerName, now: context.now },
    resource,
    signal,
  );
}

async function inRescue(
  { provider }: OperatedSite,
  group: readonly SiteResource[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const instances = await provider.compute.findInstances(idsOf(group, "vm"), signal);
  return new Set(instances.flatMap(({ vmId, rescue }) => (rescue ? [vmId] : [])));
}

function idsOf(group: readonly SiteResource[], kind: SiteResource["kind"]): string[] {
  return group.flatMap((resource) => (resource.kind === kind ? [resource.id] : []));
}

/** An incremental backup needs its parent: if the parent was left, the backup is left too. */
function withParents(
  group: readonly Adopted[],
  view: SiteView,
): { readonly group: readonly Adopted[]; readonly left: Adoption["left"] } {
  const ids = new Set(group.map(({ resource }) => resource.id));
  const isBaseless = ({ resource }: Adopted) => {
    const parent = z.string().safeParse(ownRow(resource)?.parent_backup_id).data;
    return resource.kind === "backup" && parent !== undefined && !ids.has(parent) && view.isUnknown("backup", parent);
  };
  const left = group.filter(isBaseless);
  if (left.length === 0) return { group, left: [] };
  const rest = withParents(
    group.filter((adopted) => !isBaseless(adopted)),
    view,
  );
  return {
    group: rest.group,
    left: [
      ...left.map(({ resource }) => ({
        ...namedOf(resource),
        reason: "The backup that it depends on was not adopted.",
      })),
      ...rest.left,
    ],
  };
}

/** Volumes that are free in the database and attached to adopted VMs at the site. */
async function attachedVolumes(
  database: Database,
  site: OperatedSite,
  view: SiteView,
  group: readonly SiteResource[],
  signal: AbortSignal,
): Promise<SiteResource[]> {
  const vms = new Set(idsOf(group, "vm"));
  if (vms.size === 0) return [];
  const free = await database.sql.query(freeVolumes, { provider: site.providerName });
  const stored = await site.provider.volumes.findVolumes(
    free.map(({ volume_id }) => volume_id),
    signal,
  );
  const theirs = stored.filter(({ attachedVmId }) => attachedVmId !== null && vms.has(attachedVmId));
  return view.describeAll(
    "volume",
    theirs.map(({ volumeId }) => volumeId),
  );
}

/** @throws DomainError 409 for a distribution, which is not at a site */
function requireKind({ kind, id }: UnknownResource): SiteResource["kind"] {
  if (kind === "cdn_distribution")
    throw conflict("record_missing", `The distribution ${id} has no site record, so it cannot be adopted; discard it.`);
  return kind;
}

function rootsAt(siteId: string, unknown: readonly UnknownResource[]): UnknownResource[] {
  return byNeed(unknown.filter(({ site_id }) => site_id === siteId));
}

function namedOf({ kind, id, name }: Named): Named {
  return { kind, id, name };
}
