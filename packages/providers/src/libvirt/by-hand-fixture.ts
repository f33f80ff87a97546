import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LibvirtHost } from "@fulmar/testkit/libvirt";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { type ProviderFixture, signal } from "../conformance/provider-fixture.ts";
import { inGuestOf } from "./guest-fixture.ts";
import type { LibvirtSite } from "./libvirt-site.ts";
import { ofDomains } from "./machine/read-machine.ts";

/** The pool of the people at the host, and that of the site. */
const [THEIRS, OURS] = ["/var/lib/libvirt/images", "/var/lib/libvirt/fulmar"];

/** Machines as somebody makes them by virsh: the root disk is in a pool of their own, a volume in that of the site. */
export function byHandAt(host: LibvirtHost, site: LibvirtSite): ProviderFixture["byHand"] {
  const virsh = (...args: readonly string[]) => host.run("virsh", ...args);
  const find = async (name: string) => {
    const [at] = site.hosts;
    const machines = at && (await ofDomains(at, async (domain) => ({ host: at, domain }), signal));
    return machines?.find(({ domain }) => domain.name === name);
  };
  const run = (machine: string, command: string) => inGuestOf(() => find(machine), command, signal);
  const onDisk = (machine: string, command: string) =>
    run(
      machine,
      `until [ -b /dev/vdb ]; do sleep 0.1; done
       mount /dev/vdb /mnt 2>/dev/null || { mkfs.ext4 -q /dev/vdb && mount /dev/vdb /mnt; } || exit 1
       (${command}); code=$?; umount /mnt; exit $code`,
    );
  return {
    type: "virtual-machine",
    namedByFile: true,
    async make(machine, volume) {
      const pools = await virsh("pool-list", "--name");
      if (!pools.includes("theirs")) {
        await virsh("pool-define-as", "theirs", "dir", "--target", THEIRS);
        await virsh("pool-build", "theirs");
        await virsh("pool-start", "theirs");
      }
      const [root, data] = [`${THEIRS}/${machine}.qcow2`, `${OURS}/${volume}`];
      const create = (...args: readonly string[]) => host.run("qemu-img", "create", "-q", "-f", "qcow2", ...args);
      await create("-b", await tinyImage(), "-F", "qcow2", root, "4G");
      await create(data, "1G");
      await virsh("pool-refresh", "theirs");
      const file = join(host.folder, `${machine}.xml`);
      await writeFile(file, definitionByHand(machine, [root, data]));
      await virsh("define", file);
      await virsh("start", machine);
    },
    bootOf: (machine) => run(machine, "cat /proc/sys/kernel/random/boot_id"),
    async write(machine, volume, text) {
      if (volume === null) await run(machine, `printf %s '${text}' > /root/mark; sync`);
      else await onDisk(machine, `printf %s '${text}' > /mnt/text; sync`);
    },
    read: (machine, volume) => (volume === null ? run(machine, "cat /root/mark") : onDisk(machine, "cat /mnt/text")),
    async remove(machine) {
      const disks = (await virsh("domblklist", machine)).match(/\/\S+/g) ?? [];
      await virsh("destroy", machine).catch(() => undefined);
      await virsh("undefine", machine);
      await host.run("rm", "-f", ...disks);
    },
  };
}

/** @param rest further devices */
export function definitionByHand(machine: string, disks: readonly string[], rest = ""): string {
  const elements = disks.map(
    (path, index) => `<disk type='file' device='disk'><driver name='qemu' type='qcow2'/><source file='${path}'/>
      <target dev='vd${"ab"[index]}' bus='virtio'/></disk>`,
  );
  return `<domain type='qemu'><name>${machine}</name><memory unit='MiB'>512</memory><vcpu>1</vcpu>
    <os><type arch='x86_64' machine='q35'>hvm</type></os><features><acpi/><apic/></features>
    <cpu mode='custom'><model>qemu64</model></cpu>
    <devices>${elements.join("")}<serial type='pty'/><interface type='user'><model type='virtio'/></interface>
    <channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel>${rest}</devices></domain>`;
}
