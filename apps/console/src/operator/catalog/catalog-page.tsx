"use client";

import type { OperatorImage, OperatorPlan } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Amount, AmountTitle } from "@/billing/amount.tsx";
import { countOf } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { money } from "@/client/money.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { gigabytes, memory, vcpus } from "@/vms/plan.ts";
import { useOperatorRefusal } from "../use-refusal.ts";

const planDialogs = () => import("./plan-dialogs.tsx");
const NewPlan = onDemand(async () => (await planDialogs()).NewPlan);
const EditPlan = onDemand(async () => (await planDialogs()).EditPlan);
const PlanSites = onDemand(async () => (await planDialogs()).PlanSites);
const offerDialogs = () => import("./offer-dialogs.tsx");
const OfferPlan = onDemand(async () => (await offerDialogs()).OfferPlan);
const OfferImage = onDemand(async () => (await offerDialogs()).OfferImage);
const PublishImage = onDemand(async () => (await offerDialogs()).PublishImage);
const UnpublishImage = onDemand(async () => (await offerDialogs()).UnpublishImage);
const ImportImage = onDemand(async () => (await import("./import-image.tsx")).ImportImage);
const ImportCatalog = onDemand(async () => (await import("./import-catalog.tsx")).ImportCatalog);

const DownloadCatalog = onDemand(async () => (await import("./download-catalog.tsx")).DownloadCatalog);

const planColumn = columnsOf<OperatorPlan>();
const planColumns = [
  planColumn("name", "Plan", ({ plan_id, name, family, cpu, ram_mb, disk_gb, gpu_count, gpu_model }) => (
    <Named id={plan_id} name={name} detail={family}>
      <div className="text-xs leading-4">
        {`${vcpus(cpu)}, ${memory(ram_mb)}, ${gigabytes(disk_gb)} disk`}
        {gpu_count > 0 && `, ${gpu_count} × ${gpu_model}`}
      </div>
    </Named>
  )),
  planColumn(
    "price",
    () => <AmountTitle>Price of an hour</AmountTitle>,
    ({ hourly_price, currency }) => (
      <Amount>{hourly_price === null || currency === null ? "none" : money(hourly_price, currency, 8)}</Amount>
    ),
  ),
  planColumn("sites", "Sold at", ({ site_ids, sites_without_gpus, gpu_count, gpu_model, organization_ids }) => (
    <div className="w-max max-w-56 py-2">
      <div className="[overflow-wrap:anywhere]">
        {site_ids.filter((id) => !sites_without_gpus.includes(id)).join(", ") || "no site"}
      </div>
      {sites_without_gpus.length > 0 && (
        <div className="text-ink-muted text-xs [overflow-wrap:anywhere]">
          {`Sold at ${site_ids.length - sites_without_gpus.length} of ${countOf(site_ids.length, "site")}: no host of ` +
            `${sites_without_gpus.join(", ")} has ${gpu_count} × ${gpu_model}`}
        </div>
      )}
      {organization_ids !== null && (
        <div className="text-ink-muted text-xs">{`to ${countOf(organization_ids.length, "organization")} alone`}</div>
      )}
    </div>
  )),
  planColumn("vms", "VMs", ({ vms }) => <span className="tabular-nums">{vms}</span>),
  planColumn("state", "State", ({ retired }) => <OfferState retired={retired} />),
  planColumn("actions", hiddenTitle("Actions"), (plan) => <PlanMenu plan={plan} />),
];

const imageColumn = columnsOf<OperatorImage>();
const imageColumns = [
  imageColumn("name", "Name", ({ template_id, name, os_type, organization_name }) => (
    <Named id={template_id} name={name} detail={os_type}>
      {organization_name !== null && <div className="text-xs leading-4">{`of ${organization_name}`}</div>}
    </Named>
  )),
  imageColumn("disk", "Smallest disk", ({ min_disk_gb }) => gigabytes(min_disk_gb)),
  imageColumn("sites", "Offered at", ({ site_ids }) => (
    <div className="w-max max-w-56 py-2 [overflow-wrap:anywhere]">{site_ids.join(", ") || "no site"}</div>
  )),
  imageColumn("vms", "VMs", ({ vms }) => <span className="tabular-nums">{vms}</span>),
  imageColumn("state", "State", ({ retired, published }) =>
    published ? <StatusBadge tone="good">published</StatusBadge> : <OfferState retired={retired} />,
  ),
  imageColumn("actions", hiddenTitle("Actions"), (image) => <ImageMenu image={image} />),
];

function Named({
  id,
  name,
  detail,
  children,
}: {
  id: string;
  name: string;
  detail: string;
  /** What else the row is recognized by, between name and id. */
  children?: ReactNode;
}) {
  return (
    <div className="min-w-40 max-w-72 py-2 [overflow-wrap:anywhere]">
      <div className="font-medium">{name}</div>
      {children}
      <div className="text-ink-muted text-xs leading-4">{`${id}, ${detail}`}</div>
    </div>
  );
}

function OfferState({ retired }: { retired: boolean }) {
  return retired ? <StatusBadge tone="quiet">retired</StatusBadge> : <StatusBadge tone="good">offered</StatusBadge>;
}

function PlanMenu({ plan }: { plan: OperatorPlan }) {
  const refusal = useOperatorRefusal();
  return (
    <RowMenu
      name={plan.name}
      actions={[
        { label: "Edit", refusal, dialog: (state) => <EditPlan plan={plan} {...state} /> },
        { label: "Choose sites", refusal, dialog: (state) => <PlanSites plan={plan} {...state} /> },
        {
          label: plan.retired ? "Offer again" : "Retire",
          refusal,
          remove: !plan.retired,
          dialog: (state) => <OfferPlan plan={plan} {...state} />,
        },
      ]}
    />
  );
}

function ImageMenu({ image }: { image: OperatorImage }) {
  const refusal = useOperatorRefusal();
  return (
    <RowMenu
      name={image.name}
      actions={[
        image.organization_id === null
          ? {
              label: image.retired ? "Offer again" : "Retire",
              refusal,
              remove: !image.retired,
              dialog: (state) => <OfferImage image={image} {...state} />,
            }
          : {
              label: "Unpublish",
              refusal,
              remove: true,
              dialog: (state) => <UnpublishImage image={image} {...state} />,
            },
      ]}
    />
  );
}

/** What the installation sells VMs as: its plans and images, retired ones too. */
export function CatalogPage() {
  const trpc = useTRPC();
  const refusal = useOperatorRefusal();
  const refetchInterval = () => refreshEvery(false);
  const plans = useQuery({ ...trpc.operatorPlan.list.queryOptions(), refetchInterval });
  const images = useQuery({ ...trpc.operatorImage.list.queryOptions(), refetchInterval });
  return (
    <>
      <PageHeader title="Catalog" lead="The plans and images of VMs, in the order in which customers see them.">
        <DownloadCatalog />
        <DialogButton refusal={refusal} dialog={(state) => <ImportCatalog {...state} />}>
          Import a catalog
        </DialogButton>
        <DialogButton look="primary" refusal={refusal} dialog={(state) => <NewPlan {...state} />}>
          New plan
        </DialogButton>
      </PageHeader>
      <div className="space-y-10">
        <Section title="Plans" lead="A retired plan is sold no more. VMs that have it keep it.">
          <Loaded query={plans} skeleton={<BlockSkeleton />}>
            {(rows) => (
              <DataTable label="All plans" columns={planColumns} rows={rows} keyOf={({ plan_id }) => plan_id} />
            )}
          </Loaded>
        </Section>
        <Section
          title="Images"
          lead="A worker brings an image to a site from a URL. Those of customers can be published."
          actions={
            <>
              <DialogButton refusal={refusal} dialog={(state) => <ImportImage {...state} />}>
                Import an image
              </DialogButton>
              <DialogButton refusal={refusal} dialog={(state) => <PublishImage {...state} />}>
                Publish an image
              </DialogButton>
            </>
          }
        >
          <Loaded query={images} skeleton={<BlockSkeleton />}>
            {(rows) => (
              <DataTable
                label="All images"
                columns={imageColumns}
                rows={rows}
                keyOf={({ template_id }) => template_id}
              />
            )}
          </Loaded>
        </Section>
      </div>
    </>
  );
}
