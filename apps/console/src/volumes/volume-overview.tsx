"use client";

import { CircleAlert } from "lucide-react";
import { useCostThisMonth } from "@/billing/cost-this-month.tsx";
import { useSkuPrices } from "@/client/sku-price.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";
import { SiteName } from "@/components/sites.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { useNames } from "@/shell/use-names.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { TYPE_NAME, VmName } from "./volume-badges.tsx";
import { useVolume } from "./volume-frame.tsx";

export function VolumeOverview() {
  const volume = useVolume();
  const nameOf = useNames([volume.attached_vm_id]);
  const price = useSkuPrices("block-storage")(`volume.${volume.type}`, volume.size_gb);
  const cost = useCostThisMonth(volume.volume_id);
  return (
    <div className="space-y-6">
      {volume.error_message !== null && (
        <p role="alert" className="flex gap-3 rounded-lg border border-bad/30 bg-bad-soft px-4 py-3">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
          {volume.error_message}
        </p>
      )}
      <Facts
        label="Volume"
        facts={[
          ["Id", <Copyable key="id" text={volume.volume_id} label="id" />],
          ["Size", gigabytes(volume.size_gb)],
          ["Type", TYPE_NAME[volume.type]],
          ["Site", <SiteName key="site" siteId={volume.site_id} />],
          ["Price", price ? `${price.monthly} a month` : null],
          cost,
          [
            "Source",
            volume.snapshot_id === null ? (
              "created empty"
            ) : (
              <Copyable key="from" text={volume.snapshot_id} label="snapshot id" />
            ),
          ],
          ["Created", <DateTime key="created" iso={volume.created_at} />],
          ["Changed", volume.updated_at === null ? null : <DateTime key="changed" iso={volume.updated_at} />],
        ]}
      />
      <section aria-label="Attachment" className="rounded-lg border border-line bg-surface p-4 shadow-card">
        <h2 className="font-semibold">Attachment</h2>
        {volume.attached_vm_id === null ? (
          <p className="mt-1 text-ink-muted">
            {volume.status === "error" ? (
              "Not attached, and it cannot be. Delete it in its settings, and create another."
            ) : (
              <>
                Not attached. Attach it to a VM at <SiteName siteId={volume.site_id} /> to use it.
              </>
            )}
          </p>
        ) : (
          <div className="mt-1 space-y-2">
            <p>
              The VM <VmName {...nameOf(volume.attached_vm_id)} />{" "}
              {volume.device_path === null ? "gets it." : "sees it as"}{" "}
              {volume.device_path !== null && <Copyable text={volume.device_path} label="device" />}
            </p>
            <p className="text-ink-muted">
              The VM sees it as a device at this path; in the VM’s file system it is where you mounted it.
            </p>
          </div>
        )}
      </section>
      <RelatedResources type="volume" id={volume.volume_id} />
    </div>
  );
}
