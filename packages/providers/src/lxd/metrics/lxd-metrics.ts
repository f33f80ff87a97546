import type { InstanceMetrics, MetricsPort } from "../../metrics-port.ts";
import { ownInstances } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { markedId } from "../marks.ts";
import { parseMetrics, type Sample } from "./parse-metrics.ts";

interface Processor {
  readonly seconds: number;
  readonly atMs: number;
}

/** Reads all instances of a site by one request; how busy a processor was is what it did since the last one. */
export function lxdMetrics(site: LxdSite): MetricsPort {
  const before = new Map<string, Processor>();
  return {
    async readMetrics({ after, limit }, signal) {
      const instances = await ownInstances(site, signal);
      const text = await site.client.download("/metrics", signal);
      const byName = Map.groupBy(parseMetrics(text?.toString() ?? ""), ({ labels }) => labels.name ?? "");
      const running = instances.flatMap(({ name, config }) => {
        const vmId = markedId(site, "vm", config);
        const samples = byName.get(name);
        return vmId === undefined || samples === undefined ? [] : [{ vmId, cpus: Number(config["limits.cpu"] ?? 1), samples }];
      });
      const isRunning = new Set(running.map(({ vmId }) => vmId));
      for (const vmId of before.keys()) if (!isRunning.has(vmId)) before.delete(vmId);
      const page = running
        .filter(({ vmId }) => vmId > after)
        .toSorted((a, b) => (a.vmId < b.vmId ? -1 : 1))
        .slice(0, limit);
      return page.map(({ vmId, cpus, samples }) => ({ vmId, cpuPercent: cpuPercent(before, vmId, cpus, samples), ...countersOf(samples) }));
    },
  };
}

/** Of all its processors since the last reading, or since it was made where there is none; a machine that restarted began again at 0. */
function cpuPercent(before: Map<string, Processor>, vmId: string, cpus: number, samples: readonly Sample[]): number {
  const now = { seconds: sum(samples, "cpu_seconds_total", ({ mode }) => mode !== "idle" && mode !== "iowait"), atMs: Date.now() };
  const last = before.get(vmId);
  before.set(vmId, now);
  if (last === undefined || now.seconds < last.seconds) return 0;
  const seconds = (now.atMs - last.atMs) / 1000;
  return seconds <= 0 ? 0 : percent((now.seconds - last.seconds) / (seconds * cpus));
}

function countersOf(samples: readonly Sample[]): Omit<InstanceMetrics, "vmId" | "cpuPercent"> {
  const total = sum(samples, "memory_MemTotal_bytes");
  const free = sum(samples, "memory_MemAvailable_bytes");
  const isCard = ({ device }: Sample["labels"]) => device !== "lo";
  return {
    memoryPercent: total > 0 ? percent((total - free) / total) : 0,
    readBytes: bytes(sum(samples, "disk_read_bytes_total")),
    writeBytes: bytes(sum(samples, "disk_written_bytes_total")),
    rxBytes: bytes(sum(samples, "network_receive_bytes_total", isCard)),
    txBytes: bytes(sum(samples, "network_transmit_bytes_total", isCard)),
  };
}

/** LXD and Incus put their names before the same metrics. */
const SERVER = /^(lxd|incus)_/;

function sum(samples: readonly Sample[], metric: string, counts: (labels: Sample["labels"]) => boolean = () => true): number {
  return samples.filter((sample) => sample.metric.replace(SERVER, "") === metric && counts(sample.labels)).reduce((total, { value }) => total + value, 0);
}

function percent(share: number): number {
  return Math.min(100, Math.max(0, 100 * share));
}

function bytes(count: number): bigint {
  return BigInt(Math.round(count));
}
