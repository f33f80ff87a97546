import type { CloudVm } from "@fulmar/contract";
import type { ReactNode } from "react";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { memory, vcpus } from "./size.ts";

const NONE = <span className="text-ink-subtle">none</span>;

/** What a VM is, field by field. */
export function VmFields({ vm }: { vm: CloudVm }) {
  return (
    <section aria-label="Overview" className="rounded-lg border border-line bg-surface shadow-card">
      <dl className="grid gap-px overflow-hidden rounded-lg bg-line grid-cols-2 lg:grid-cols-3 [&>:first-child]:col-span-2 lg:[&>:first-child]:col-span-1">
        <Fact term="Id">
          <Copyable text={vm.id} label="id" />
        </Fact>
        <Fact term="Public address">{vm.public_ip === null ? NONE : <Copyable text={vm.public_ip} label="public address" />}</Fact>
        <Fact term="Private address">{vm.private_ip === null ? NONE : <Copyable text={vm.private_ip} label="private address" />}</Fact>
        <Fact term="Plan">{vm.plan_name ?? NONE}</Fact>
        <Fact term="Size">
          {vcpus(vm.cpu)}, {memory(vm.ram_mb)}, {vm.disk_gb} GB disk
        </Fact>
        <Fact term="Operating system">
          {vm.os_distro} ({vm.os_type})
        </Fact>
        <Fact term="Tags">
          {vm.tags.length === 0
            ? NONE
            : vm.tags.map((tag) => (
                <span key={tag} className="mr-1 inline-block rounded bg-quiet-soft px-1.5 py-0.5 text-xs">
                  {tag}
                </span>
              ))}
        </Fact>
        <Fact term="Created">
          <DateTime iso={vm.created_at} />
        </Fact>
        <Fact term="Changed">{vm.updated_at === null ? NONE : <DateTime iso={vm.updated_at} />}</Fact>
      </dl>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <dt className="text-ink-muted text-xs">{term}</dt>
      <dd className="mt-0.5 min-h-5">{children}</dd>
    </div>
  );
}
