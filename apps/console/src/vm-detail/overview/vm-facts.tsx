"use client";

import { hourly, monthly } from "@/cloud-vms/price.ts";
import { gigabytes, memory, vcpus } from "@/cloud-vms/size.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { useImages, usePlans, useSites } from "../use-catalog.ts";
import { useVm } from "../vm-place.tsx";

const NONE = <span className="text-ink-subtle">none</span>;

/** What a VM is, field by field, with the names of what its ids stand for. */
export function VmFacts() {
  const { vm } = useVm();
  const plan = usePlans().data?.items.find(({ plan_id }) => plan_id === vm.plan_id);
  const image = useImages().data?.items.find(({ template_id }) => template_id === vm.template_id);
  const site = useSites().data?.items.find(({ site_id }) => site_id === vm.site_id);
  const price = plan === undefined ? null : monthly(plan);
  return (
    <Facts
      label="Overview"
      facts={[
        ["Id", <Copyable key="id" text={vm.id} label="id" />],
        [
          "Public address",
          vm.public_ip === null ? NONE : <Copyable key="public" text={vm.public_ip} label="public address" />,
        ],
        [
          "Private address",
          vm.private_ip === null ? NONE : <Copyable key="private" text={vm.private_ip} label="private address" />,
        ],
        ["Plan", vm.plan_name ?? vm.plan_id],
        ["Size", `${vcpus(vm.cpu)}, ${memory(vm.ram_mb)}, ${gigabytes(vm.disk_gb)} disk`],
        ["Accelerators", "gpu_model" in vm ? `${vm.gpu_count} × ${vm.gpu_model}` : null],
        [
          "Price of the plan",
          plan === undefined || price === null ? null : `${price} a month, ${hourly(plan)} an hour`,
        ],
        ["Image", image?.name ?? `${vm.os_distro} (${vm.os_type})`],
        ["Site", site === undefined ? vm.site_id : `${site.name}, ${site.location}`],
        ["Tags", <TagList key="tags" tags={vm.tags} />],
        ["Created", <DateTime key="created" iso={vm.created_at} />],
        [
          "Changed",
          vm.updated_at === null ? (
            <span key="never" className="text-ink-subtle">
              never
            </span>
          ) : (
            <DateTime key="changed" iso={vm.updated_at} />
          ),
        ],
      ]}
    />
  );
}
