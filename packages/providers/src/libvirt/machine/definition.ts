import type { InstanceSpec } from "../../ports/compute-port.ts";
import type { Firmware } from "../../ports/host-port.ts";
import { childrenOf, element, find, textAt, type XmlElement } from "../xml/xml-document.ts";
import { type DiskAccess, driverElement, pathOfSource, setSource, sourceElement, typeOfPath } from "./disk-source.ts";
import { type Labels, labelsElement, uuidOf, uuidText } from "./labels.ts";

const MEBIBYTE_KIB = 1024;

/** Where a host keeps the parts of a machine. */
export interface MachinePaths {
  readonly disk: string;
  /** The log of its serial port. */
  readonly console: string;
  readonly access: DiskAccess;
}

/** What a host runs machines with. */
export interface Hypervisor {
  /** `kvm`, or `qemu` where the host emulates. */
  readonly type: string;
  readonly cpuModel: string;
  readonly screens: Screens;
  /** What the host has to boot machines by. */
  readonly firmware: readonly Firmware[];
  /** Whether it emulates a TPM for a machine. */
  readonly tpm: boolean;
}

/** How workers reach the screens of machines: by sockets of the host, by TLS with certificates of both sides, or not. */
export type Screens = "socket" | "tls" | "none";

/**
 * The definition of a new machine: q35 with virtio devices, a serial port whose log outlives it, and the guest agent's
 * channel. Spare PCIe ports take what is plugged in while it runs. Disks get their letters from their order on the
 * virtio bus, so the seed of the first boot is a CD on virtio-scsi (cloud kernels lack AHCI) and takes none.
 */
export function newDefinition(
  { cpu, ramMb }: Pick<InstanceSpec, "cpu" | "ramMb">,
  labels: Labels,
  { type, cpuModel, screens }: Omit<Hypervisor, "firmware" | "tpm">,
  paths: MachinePaths,
): XmlElement {
  return element(
    "domain",
    { type },
    element("name", {}, labels.vmId),
    element("uuid", {}, uuidText(uuidOf(labels.vmId))),
    element("metadata", {}, labelsElement(labels)),
    element("memory", { unit: "KiB" }, ramMb * MEBIBYTE_KIB),
    element("currentMemory", { unit: "KiB" }, ramMb * MEBIBYTE_KIB),
    element("vcpu", {}, cpu),
    element("os", {}, element("type", { arch: "x86_64", machine: "q35" }, "hvm"), element("boot", { dev: "hd" })),
    element("features", {}, element("acpi"), element("apic")),
    element("cpu", { mode: "custom", match: "exact" }, element("model", { fallback: "forbid" }, cpuModel)),
    element("on_crash", {}, "restart"),
    element(
      "devices",
      {},
      diskElement({ path: paths.disk, target: ROOT_TARGET, serial: "root" }, paths.access),
      scsiController(),
      driveElement(SEED_TARGET),
      element("controller", { type: "pci", index: 0, model: "pcie-root" }),
      ...Array.from({ length: SPARE_PORTS }, rootPort),
      element(
        "serial",
        { type: "pty" },
        element("log", { file: paths.console, append: "on" }),
        element("target", { port: 0 }),
      ),
      element("console", { type: "pty" }, element("target", { type: "serial", port: 0 })),
      element("channel", { type: "unix" }, element("target", { type: "virtio", name: AGENT_CHANNEL })),
      element("rng", { model: "virtio" }, element("backend", { model: "random" }, "/dev/urandom")),
      element("memballoon", { model: "virtio" }, element("stats", { period: 10 })),
      ...screenElements(screens),
    ),
  );
}

/** A graphics card that every system knows, and a pointer that is where the viewer's is. */
function screenElements(screens: Screens): XmlElement[] {
  if (screens === "none") return [];
  const listen =
    screens === "socket"
      ? element("listen", { type: "socket" })
      : element("listen", { type: "address", address: "0.0.0.0" });
  return [
    element("graphics", { type: "vnc", autoport: "yes" }, listen),
    element("video", {}, element("model", { type: "vga" })),
    element("input", { type: "tablet", bus: "virtio" }),
  ];
}

/** Where QEMU serves a screen: a socket or a TCP port of the host. */
export type ScreenPlace = { readonly socket: string } | { readonly port: number };

/** Where the screen of a running machine is. Undefined for one without. */
export function screenOf(domain: XmlElement): ScreenPlace | undefined {
  const devices = find(domain, "devices");
  const graphics = devices && childrenOf(devices, "graphics").find((each) => each.attributes.get("type") === "vnc");
  if (graphics === undefined) return undefined;
  const socket = find(graphics, "listen")?.attributes.get("socket");
  if (socket !== undefined) return { socket };
  const port = Number(graphics.attributes.get("port"));
  return port > 0 ? { port } : undefined;
}

/** What can be plugged in while a machine runs: disks, above all. */
const SPARE_PORTS = 16;
const rootPort = () => element("controller", { type: "pci", model: "pcie-root-port" });

/** Adds the ports that devices of the host take, so that as many stay for what is plugged in. Changes the definition. */
export function fitPorts(domain: XmlElement, taken: number): void {
  const devices = find(domain, "devices");
  if (devices === undefined) return;
  const ports = childrenOf(devices, "controller").filter(
    ({ attributes }) => attributes.get("model") === "pcie-root-port",
  );
  const lacking = Math.max(0, SPARE_PORTS + taken - ports.length);
  devices.children.push(...Array.from({ length: lacking }, rootPort));
}

export const ROOT_TARGET = "vda";
const SEED_TARGET = "sda";
const AGENT_CHANNEL = "org.qemu.guest_agent.0";
/** A serial of virtio-blk has twenty characters, and the guest sees it in /dev/disk/by-id. */
const SERIAL_LENGTH = 20;

/** A disk. @param disk.target the name that the guest gives it, such as `vdb` */
export function diskElement(disk: Disk & { readonly serial: string }, access: DiskAccess): XmlElement {
  return element(
    "disk",
    { type: typeOfPath(disk.path), device: "disk" },
    driverElement(access),
    sourceElement(disk.path, access.ceph),
    element("target", { dev: disk.target, bus: "virtio" }),
    // Ids begin with the time, and end with what tells them apart.
    element("serial", {}, disk.serial.slice(-SERIAL_LENGTH)),
  );
}

export interface Disk {
  readonly target: string;
  /** That of a file, or `rbd:POOL/IMAGE`. */
  readonly path: string;
}

/** The disks of a definition, without the seed. */
export function disksOf(domain: XmlElement): Disk[] {
  return diskElements(domain).flatMap((disk) => {
    const [target, path] = [find(disk, "target")?.attributes.get("dev"), pathOfSource(find(disk, "source"))];
    return target === undefined || path === undefined ? [] : [{ target, path }];
  });
}

/** The element of the disk with this target, as a running machine has it. */
export function diskElementAt(domain: XmlElement, target: string): XmlElement | undefined {
  return diskElements(domain).find((disk) => find(disk, "target")?.attributes.get("dev") === target);
}

export function diskElements(domain: XmlElement): XmlElement[] {
  const devices = find(domain, "devices");
  if (devices === undefined) return [];
  return childrenOf(devices, "disk").filter((disk) => disk.attributes.get("device") === "disk");
}

/**
 * Puts another volume into the place of the root disk. Changes the definition.
 * @param serial by which the guest finds it
 */
export function setRootDisk(domain: XmlElement, path: string, { ceph }: DiskAccess, serial = "root"): void {
  const disk = diskElementAt(domain, ROOT_TARGET);
  if (disk === undefined) return;
  setSource(disk, path, ceph);
  const shown = find(disk, "serial");
  if (shown !== undefined) shown.children = [serial];
}

/** Adds a disk. Changes the definition. */
export function addDisk(domain: XmlElement, ...disk: Parameters<typeof diskElement>): void {
  find(domain, "devices")?.children.push(diskElement(...disk));
}

/** Removes the disk with this target, if there is one. Changes the definition. */
export function removeDisk(domain: XmlElement, target: string): void {
  const [devices, disk] = [find(domain, "devices"), diskElementAt(domain, target)];
  if (devices !== undefined) devices.children = devices.children.filter((child) => child !== disk);
}

/** Puts the seed of the first boot into the drive. A machine that was adopted gets one. Changes the definition. */
export function setSeed(domain: XmlElement, path: string): void {
  const devices = find(domain, "devices");
  if (devices === undefined) return;
  const disks = childrenOf(devices, "disk");
  const isDrive = (disk: XmlElement) =>
    disk.attributes.get("device") === "cdrom" && find(disk, "target")?.attributes.get("bus") === "scsi";
  let drive = disks.find(isDrive);
  if (drive === undefined) {
    const taken = new Set(disks.map((disk) => find(disk, "target")?.attributes.get("dev")));
    const target = [SEED_TARGET, "sdb", "sdc", "sdd", "sde", "sdf", "sdg"].find((name) => !taken.has(name));
    drive = driveElement(target ?? SEED_TARGET);
    const isScsi = (each: XmlElement) => each.attributes.get("type") === "scsi";
    if (!childrenOf(devices, "controller").some(isScsi)) devices.children.push(scsiController());
    devices.children.push(drive);
  }
  setSource(drive, path, null);
}

const scsiController = () => element("controller", { type: "scsi", model: "virtio-scsi" });

/** An empty drive for the seed. */
function driveElement(target: string): XmlElement {
  return element(
    "disk",
    { type: "file", device: "cdrom" },
    element("driver", { name: "qemu", type: "raw" }),
    element("target", { dev: target, bus: "scsi" }),
    element("readonly"),
  );
}

/** The file that a machine's serial port is written to; undefined for one that nothing notes. */
export function logIn(domain: XmlElement): string | undefined {
  const devices = find(domain, "devices");
  if (devices === undefined) return undefined;
  return [...childrenOf(devices, "serial"), ...childrenOf(devices, "console")]
    .map((port) => find(port, "log")?.attributes.get("file"))
    .find((file) => file !== undefined);
}

/** Puts another volume into the place of the disk with this target, if there is one. Changes the definition. */
export function replaceDisk(domain: XmlElement, target: string, path: string, { ceph }: DiskAccess): void {
  const disk = diskElementAt(domain, target);
  if (disk !== undefined) setSource(disk, path, ceph);
}

/** CPUs and memory of a definition. */
export function sizeOf(domain: XmlElement): { readonly cpu: number; readonly ramMb: number } {
  // libvirt writes KiB, whatever unit it was given.
  return {
    cpu: Number(textAt(domain, "vcpu")),
    ramMb: Math.round(Number(textAt(domain, "memory")) / MEBIBYTE_KIB),
  };
}

/** Changes CPUs and memory of a definition. */
export function setSize(domain: XmlElement, { cpu, ramMb }: { readonly cpu: number; readonly ramMb: number }): void {
  // Of a machine that was adopted: how many it starts with, and which.
  find(domain, "vcpu")?.attributes.delete("current");
  domain.children = domain.children.filter((child) => typeof child === "string" || child.name !== "vcpus");
  const values = { vcpu: cpu, memory: ramMb * MEBIBYTE_KIB, currentMemory: ramMb * MEBIBYTE_KIB };
  for (const [name, value] of Object.entries(values)) {
    const present = find(domain, name);
    if (present !== undefined) present.children = [String(value)];
  }
}

/** Whether the guest's agent is connected, in the definition of a running machine. */
export function hasAgent(domain: XmlElement): boolean {
  const devices = find(domain, "devices");
  if (devices === undefined) return false;
  return childrenOf(devices, "channel").some((channel) => {
    const target = find(channel, "target");
    return target?.attributes.get("name") === AGENT_CHANNEL && target.attributes.get("state") === "connected";
  });
}
