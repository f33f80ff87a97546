import { setTimeout as delay } from "node:timers/promises";
import type { InstanceMetrics, MetricsPort, VolumeMetrics } from "../../ports/metrics-port.ts";
import { type LibvirtSite, pageOf } from "../libvirt-site.ts";
import { type Disk, disksOf, sizeOf } from "../machine/definition.ts";
import { isOn } from "../machine/machine.ts";
import { STATISTICS, statisticsOf, sumOf, type Values } from "../machine/statistics.ts";
import { volumeIdsOf } from "../volumes/volume-paths.ts";

/** A reading of the processor time of a machine. */
interface Reading {
  readonly nanoseconds: bigint;
  readonly atMs: number;
}

/** A machine that has not run for this long starts without a previous reading. */
const FORGOTTEN_AFTER_MS = 600_000;
/** How long a machine without a previous reading is watched. */
const FIRST_LOOK_MS = 1_000;
const NANOSECONDS_PER_MS = 1_000_000;

/** Reads all machines of a host by one request. CPU usage is measured between two readings. */
export function libvirtMetrics(site: LibvirtSite): MetricsPort {
  const before = new Map<string, Reading>();
  const kinds = STATISTICS.processor | STATISTICS.balloon | STATISTICS.cards | STATISTICS.disks;
  const readRunning = async (signal: AbortSignal) =>
    (await statisticsOf(site, kinds, signal)).filter(({ machine }) => isOn(machine));
  return {
    async readMetrics(page, signal) {
      for (const [vmId, { atMs }] of before) if (Date.now() - atMs > FORGOTTEN_AFTER_MS) before.delete(vmId);
      const running = async () => pageOf(await readRunning(signal), ({ machine }) => machine.labels.vmId, page);
      let read = await running();
      const unknown = read.filter(({ machine }) => !before.has(machine.labels.vmId));
      if (unknown.length > 0) {
        for (const { machine, values } of unknown) before.set(machine.labels.vmId, readingOf(values));
        await delay(FIRST_LOOK_MS, undefined, { signal });
        read = await running();
      }
      return read.map(({ machine, values }): InstanceMetrics => {
        const { vmId } = machine.labels;
        const now = readingOf(values);
        const cpuPercent = busyPercent(before.get(vmId) ?? now, now, sizeOf(machine.definition).cpu);
        before.set(vmId, now);
        return { vmId, cpuPercent, memoryPercent: memoryPercentOf(values), ...countersOf(values), gpus: null };
      });
    },
    async readVolumeMetrics(page, signal) {
      const idOf = await volumeIdsOf(site, signal);
      const volumes = (await readRunning(signal)).flatMap(({ machine, values }) => {
        // libvirt tells no paths of disks in Ceph, but which disks they are.
        const paths = new Map(disksOf(machine.definition).map(({ target, path }) => [target, path]));
        return volumesOf(values, (disk) => idOf(disk.path || paths.get(disk.target) || ""));
      });
      return pageOf(volumes, ({ volumeId }) => volumeId, page);
    },
  };
}

function readingOf(values: Values): Reading {
  return { nanoseconds: BigInt(values.get("cpu.time") ?? 0), atMs: Date.now() };
}

/** @returns 0 to 100 over all processors. A machine that has started again has counted less than before */
function busyPercent(before: Reading, now: Reading, cpus: number): number {
  const available = (now.atMs - before.atMs) * NANOSECONDS_PER_MS * Math.max(1, cpus);
  if (available <= 0) return 0;
  return percent(Number(now.nanoseconds - before.nanoseconds) / available);
}

/**
 * What a guest uses of its memory, as its balloon says. Where the guest has no driver of it, what QEMU has taken of the
 * host for it.
 */
function memoryPercentOf(values: Values): number {
  const value = (name: string) => (values.has(name) ? Number(values.get(name)) : undefined);
  const [available, usable] = [value("balloon.available"), value("balloon.usable") ?? value("balloon.unused")];
  if (available !== undefined && usable !== undefined && available > 0)
    return percent((available - usable) / available);
  const [taken, most] = [value("balloon.rss"), value("balloon.maximum")];
  return taken === undefined || !most ? 0 : percent(taken / most);
}

function countersOf(values: Values) {
  return {
    readBytes: sumOf(values, /^block\.\d+\.rd\.bytes$/),
    writeBytes: sumOf(values, /^block\.\d+\.wr\.bytes$/),
    rxBytes: sumOf(values, /^net\.\d+\.rx\.bytes$/),
    txBytes: sumOf(values, /^net\.\d+\.tx\.bytes$/),
  };
}

/** A guest formats its disks itself, so nobody else knows how full they are. */
function volumesOf(values: Values, idOf: (disk: Disk) => string | undefined): VolumeMetrics[] {
  return Array.from({ length: Number(values.get("block.count") ?? 0) }).flatMap((_, index) => {
    const text = (name: string) => String(values.get(`block.${index}.${name}`) ?? "");
    const volumeId = idOf({ target: text("name"), path: text("path") });
    if (volumeId === undefined) return [];
    const counter = (name: string) => BigInt(values.get(`block.${index}.${name}`) ?? 0);
    return [
      {
        volumeId,
        readBytes: counter("rd.bytes"),
        writeBytes: counter("wr.bytes"),
        readOperations: counter("rd.reqs"),
        writeOperations: counter("wr.reqs"),
        usedPercent: null,
      },
    ];
  });
}

function percent(part: number): number {
  return Math.min(100, Math.max(0, part * 100));
}
