import { childrenOf, find, textAt, type XmlElement } from "../xml/xml-document.ts";
import { disksOfStranger, type HostMachine, isRoot, type StrangersDisk } from "./stranger.ts";

/** What is known of a machine besides its definition. */
export interface Surroundings {
  readonly siteId: string;
  /** The names of machines that several hosts have, under each of which only one can be known. */
  readonly onSeveralHosts: ReadonlySet<string>;
  /** The names of the machines that are gone when they stop, are saved to disk, and have snapshots. */
  readonly transient: ReadonlySet<string>;
  readonly saved: ReadonlySet<string>;
  readonly withSnapshots: ReadonlySet<string>;
  /** The machines that have a file. */
  readonly users: ReadonlyMap<string, readonly string[]>;
  /** The folder that the hosts of the site share; null where the site has one host and a folder of its own. */
  readonly sharedFolder: string | null;
  /** The paths of disks that are not there, or stand on others that are not. */
  readonly outside: ReadonlySet<string>;
  /** The sizes in bytes of disks in storage pools of the host, by their paths. */
  readonly sizes: ReadonlyMap<string, bigint>;
  /** Whether the site's disks are in Ceph, and not files. */
  readonly inCeph: boolean;
  /** The paths of disks of volumes of the site. */
  readonly ours: ReadonlySet<string>;
}

const GIBIBYTE = 2n ** 30n;

/** Sentences that say why a machine cannot become the instance of a VM. */
export function machineObstacles(machine: HostMachine, around: Surroundings): string[] {
  const { labels, domain, definition } = machine;
  if (labels !== undefined && labels.siteId !== around.siteId) return [`It belongs to Fulmar's site ${labels.siteId}.`];
  const { name } = domain;
  const type = find(definition, "os", "type");
  const architecture = type?.attributes.get("arch");
  const disks = disksOfStranger(definition);
  return [
    ...(around.onSeveralHosts.has(name)
      ? ["Several hosts of the site have a machine of this name: rename all but one (virsh domrename)."]
      : []),
    ...(around.transient.has(name) ? ["It is transient: its host forgets it when it stops (virsh define)."] : []),
    ...(around.saved.has(name) ? ["Its memory is saved to a file of its host: start it first."] : []),
    ...(around.withSnapshots.has(name)
      ? ["Its host keeps snapshots of it: delete them first (virsh snapshot-delete)."]
      : []),
    ...(architecture === "x86_64" && type !== undefined && textAt(type) === "hvm"
      ? []
      : [`It is a machine of ${architecture ?? "another kind"}, and this site has x86_64 only.`]),
    ...(find(definition, "os", "kernel") === undefined ? [] : ["It boots a kernel of its host (os/kernel)."]),
    ...(find(definition, "features") === undefined ? ["Its definition has no features, not even ACPI."] : []),
    ...(childrenOf(definition).some((child) => child.name.startsWith("qemu:"))
      ? ["It has low-level options of QEMU (qemu:commandline)."]
      : []),
    ...(disks.some(isRoot) ? [] : ["It has no disk vda (virtio), which is the root disk of this site's VMs."]),
    ...disks.flatMap((disk) => {
      const obstacles = isRoot(disk) ? diskObstacles(disk, around) : volumeObstacles(disk, around);
      return obstacles.map((obstacle) => `Its disk ${disk.target} cannot be adopted. ${obstacle}`);
    }),
    ...namesTwice(disks),
    ...deviceObstacles(definition),
  ];
}

/** Sentences that say why a disk cannot be adopted with its machine. */
function diskObstacles({ element, path }: StrangersDisk, around: Surroundings): string[] {
  if (around.inCeph) return ["Disks of this site are in Ceph, and machines are adopted with files of their hosts."];
  if (path === undefined) return [`It is no file of the host (${element.attributes.get("type")}).`];
  const format = find(element, "driver")?.attributes.get("type") ?? "raw";
  const bus = find(element, "target")?.attributes.get("bus");
  const users = around.users.get(path) ?? [];
  return [
    // Nobody may find out by looking what a guest's raw disk is: it may begin as a qcow2 that names the host's files.
    ...(format === "qcow2" ? [] : [`It is ${format}, and disks of this site are qcow2 (qemu-img convert -O qcow2).`]),
    ...(bus === "virtio" ? [] : [`It is on the bus ${bus}, and disks of this site are on virtio.`]),
    ...(find(element, "encryption") !== undefined || find(element, "source", "encryption") !== undefined
      ? ["Its host encrypts it."]
      : []),
    ...(users.length > 1 ? [`It is attached to several machines (${users.join(", ")}).`] : []),
    ...(around.ours.has(path) ? ["It is one of Fulmar's volumes."] : []),
    ...(around.sharedFolder !== null && around.outside.has(path)
      ? [
          `Its file ${path}, or one that it stands on, is not in the folder that the hosts of this site share: copy it ` +
            `there as a whole (qemu-img convert -O qcow2, into ${around.sharedFolder}).`,
        ]
      : around.sizes.has(path)
        ? []
        : [`Its file ${path} is in no storage pool that the host knows (virsh pool-define-as, pool-refresh).`]),
  ];
}

/** A volume is charged by its size. */
export function volumeObstacles(disk: StrangersDisk, around: Surroundings): string[] {
  const size = disk.path === undefined ? undefined : around.sizes.get(disk.path);
  return [
    ...diskObstacles(disk, around),
    ...(size === undefined || (size > 0n && size % GIBIBYTE === 0n)
      ? []
      : ["Its size is no whole number of GiB: let it grow to one (virsh blockresize, vol-resize)."]),
  ];
}

/** A volume is named by its file. */
function namesTwice(disks: readonly StrangersDisk[]): string[] {
  const names = disks.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((name) => `Two of its disks have files named ${name}.`);
}

/** Devices that are something of the host. */
const PASSED_THROUGH: Readonly<Record<string, string>> = {
  hostdev: "a device",
  filesystem: "a folder",
  shmem: "memory",
  lease: "a lock",
};

function deviceObstacles(definition: XmlElement): string[] {
  const devices = find(definition, "devices");
  return (devices === undefined ? [] : childrenOf(devices)).flatMap(({ name, attributes, ...device }) => {
    const type = attributes.get("type");
    const passed = PASSED_THROUGH[name];
    if (passed !== undefined) return [`It has ${passed} of its host (${name}).`];
    if (name === "interface" && type === "hostdev") return ["A network card of its host is passed to it."];
    if (["serial", "parallel", "console", "channel"].includes(name) && type === "dev")
      return [`A port of its host is passed to it (${name}).`];
    if (name === "memory" && attributes.get("model") !== "dimm")
      return ["Memory of its host is passed to it (memory)."];
    const isPassed = childrenOf({ name, attributes, ...device }, "backend").some(
      (backend) => backend.attributes.get("type") === "passthrough",
    );
    return name === "tpm" && isPassed ? ["The TPM of its host is passed to it."] : [];
  });
}

/** Sentences for the operator about a machine that can be adopted. */
export function machineWarnings({ definition }: HostMachine): string[] {
  const devices = find(definition, "devices");
  const channels = devices === undefined ? [] : childrenOf(devices, "channel");
  const hasAgent = channels.some((channel) => find(channel, "target")?.attributes.get("name") === AGENT);
  const isShaped = find(definition, "cpu", "topology") !== undefined || find(definition, "cpu", "numa") !== undefined;
  return [
    ...(hasAgent
      ? []
      : ["It has no channel of QEMU's guest agent, by which keys and passwords are changed and copies hold still."]),
    ...(isShaped ? ["Its processors have a fixed arrangement (cpu/topology), so a resize may be refused."] : []),
  ];
}

const AGENT = "org.qemu.guest_agent.0";
