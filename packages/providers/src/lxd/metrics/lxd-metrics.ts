import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { InstanceMetrics, MetricsPort, VolumeMetrics } from "../../ports/metrics-port.ts";
import { limitsIn, ownInstances } from "../instances.ts";
import { labeledId } from "../labels.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import { fromEach, type LxdSite, type Place } from "../lxd-site.ts";
import { cpusOf } from "../sizes.ts";
import { LxdVolume, pathOfVolumes } from "../volumes/stored-volume.ts";

interface Processor {
  readonly seconds: number;
  readonly atMs: number;
}

type Page = Parameters<MetricsPort["readMetrics"]>[0];

interface Running {
  readonly vmId: string;
  readonly instance: LxdInstance;
  readonly samples: readonly Sample[];
}

/** An instance that has not run for this long starts without a previous reading. */
const FORGOTTEN_AFTER_MS = 600_000;
/** How long an instance without a previous reading is watched. */
const FIRST_LOOK_MS = 1_000;

/** Reads all instances of a server by one request. CPU usage is measured between two readings. */
export function lxdMetrics(site: LxdSite): MetricsPort {
  const before = new Map<string, Processor>();
  return {
    async readMetrics(page, signal) {
      for (const [vmId, { atMs }] of before) if (Date.now() - atMs > FORGOTTEN_AFTER_MS) before.delete(vmId);
      let running = await readRunning(site, page, signal);
      const unknown = running.filter(({ vmId }) => !before.has(vmId));
      if (unknown.length > 0) {
        for (const { vmId, samples } of unknown) before.set(vmId, processorOf(samples));
        await sleep(FIRST_LOOK_MS, undefined, { signal });
        running = await readRunning(site, page, signal);
      }
      return running.map(({ vmId, instance, samples }) => {
        const now = processorOf(samples);
        const cpus = cpusOf(limitsIn(instance)["limits.cpu"]) || 1;
        const cpuPercent = busyPercent(before.get(vmId) ?? now, now, cpus);
        before.set(vmId, now);
        return { vmId, cpuPercent, ...countersOf(samples), gpus: null };
      });
    },
    async readVolumeMetrics({ after, limit }, signal) {
      const [running, stored] = await Promise.all([
        readInstances(site, signal),
        site.client.get(pathOfVolumes(site), z.array(LxdVolume), signal, { recursion: 1 }),
      ]);
      const volumeIds = new Map(stored.map(({ name, config }) => [name, labeledId(site, "volume", config)]));
      return running
        .flatMap(({ instance, samples }) => volumeMetricsOf(instance.devices, volumeIds, samples))
        .filter(({ volumeId }) => volumeId > after)
        .toSorted((a, b) => (a.volumeId < b.volumeId ? -1 : 1))
        .slice(0, limit);
    },
  };
}

async function readRunning(site: LxdSite, { after, limit }: Page, signal: AbortSignal): Promise<Running[]> {
  return (await readInstances(site, signal))
    .filter(({ vmId }) => vmId > after)
    .toSorted((a, b) => (a.vmId < b.vmId ? -1 : 1))
    .slice(0, limit);
}

async function readInstances(site: LxdSite, signal: AbortSignal): Promise<Running[]> {
  const instances = await ownInstances(site, signal);
  const read = async (target: Place, limited: AbortSignal) => {
    const text = await site.client.download("/metrics", limited, target);
    return parseMetrics(text?.toString() ?? "");
  };
  const samples = (await fromEach(site, read, signal)).flat();
  const byName = Map.groupBy(samples, ({ labels }) => labels.name ?? "");
  return instances.flatMap((instance) => {
    const vmId = labeledId(site, "vm", instance.config);
    const own = byName.get(instance.name);
    return vmId === undefined || own === undefined ? [] : [{ vmId, instance, samples: own }];
  });
}

/**
 * How full the volumes are that a container mounts. The server counts reads and writes by the names that kernels give
 * to disks, which do not say whose volume it is, and a virtual machine formats its disks itself.
 */
export function volumeMetricsOf(
  devices: LxdInstance["devices"],
  volumeIds: ReadonlyMap<string, string | undefined>,
  samples: readonly Sample[],
): VolumeMetrics[] {
  return Object.values(devices).flatMap(({ type, source, path }) => {
    const volumeId = type === "disk" && path !== undefined ? volumeIds.get(source ?? "") : undefined;
    const isHere = ({ mountpoint }: Sample["labels"]) => mountpoint === path;
    const total = sum(samples, "filesystem_size_bytes", isHere);
    if (volumeId === undefined || total <= 0) return [];
    const free = sum(samples, "filesystem_avail_bytes", isHere);
    const uncounted = { readBytes: null, writeBytes: null, readOperations: null, writeOperations: null };
    return [{ volumeId, ...uncounted, usedPercent: percent((total - free) / total) }];
  });
}

function processorOf(samples: readonly Sample[]): Processor {
  return {
    seconds: sum(samples, "cpu_seconds_total", ({ mode }) => mode !== "idle" && mode !== "iowait"),
    atMs: Date.now(),
  };
}

/** The usage of all processors between two readings. After a restart the counters begin at 0. */
function busyPercent(last: Processor, now: Processor, cpus: number): number {
  const seconds = (now.atMs - last.atMs) / 1000;
  return seconds <= 0 || now.seconds < last.seconds ? 0 : percent((now.seconds - last.seconds) / (seconds * cpus));
}

function countersOf(samples: readonly Sample[]): Omit<InstanceMetrics, "vmId" | "cpuPercent" | "gpus"> {
  const total = sum(samples, "memory_MemTotal_bytes");
  const free = sum(samples, "memory_MemAvailable_bytes");
  const isCard = ({ device }: Sample["labels"]) => device !== "lo";
  return {
    memoryPercent: total > 0 ? percent((total - free) / total) : 0,
    // The kernel does not count disk reads for every type of pool.
    readBytes: has(samples, "disk_read_bytes_total") ? bytes(sum(samples, "disk_read_bytes_total")) : null,
    writeBytes: has(samples, "disk_written_bytes_total") ? bytes(sum(samples, "disk_written_bytes_total")) : null,
    rxBytes: bytes(sum(samples, "network_receive_bytes_total", isCard)),
    txBytes: bytes(sum(samples, "network_transmit_bytes_total", isCard)),
  };
}

/** LXD and Incus prefix the same metrics with their own names. */
const SERVER = /^(lxd|incus)_/;

function has(samples: readonly Sample[], metric: string): boolean {
  return samples.some((sample) => sample.metric.replace(SERVER, "") === metric);
}

function sum(
  samples: readonly Sample[],
  metric: string,
  counts: (labels: Sample["labels"]) => boolean = () => true,
): number {
  return samples
    .filter((sample) => sample.metric.replace(SERVER, "") === metric && counts(sample.labels))
    .reduce((total, { value }) => total + value, 0);
}

function percent(share: number): number {
  return Math.min(100, Math.max(0, 100 * share));
}

function bytes(count: number): bigint {
  return BigInt(Math.round(count));
}

/** One sample in the OpenMetrics format. */
export interface Sample {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

/** Parses samples; comments and values that are not numbers are skipped. */
export function parseMetrics(text: string): Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, metric, labels = "", value] = LINE.exec(line) ?? [];
    if (metric === undefined || !Number.isFinite(Number(value))) return [];
    const pairs = [...labels.matchAll(LABEL)].map(
      ([, name = "", quoted = ""]) => [name, quoted.replaceAll(/\\(.)/g, "$1")] as const,
    );
    return [{ metric, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}
