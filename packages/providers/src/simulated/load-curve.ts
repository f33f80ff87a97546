import type { GpuLoad, VolumeMetrics } from "../ports/metrics-port.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The load of a simulated instance: a daily curve with noise, deterministic for the same instance and minute. */
export function loadOf(vmId: string, at: Date): { cpuPercent: number; memoryPercent: number } {
  const timeOfDay = (at.getTime() % DAY_MS) / DAY_MS;
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  // Each instance has its own base level, amplitude and peak hour.
  const quiet = 5 + 20 * fractionOf(`${vmId} quiet`);
  const height = 15 + 35 * fractionOf(`${vmId} height`);
  const day = (1 - Math.cos(2 * Math.PI * (timeOfDay - fractionOf(`${vmId} phase`)))) / 2;
  const noise = 10 * (fractionOf(`${vmId} ${minute}`) - 0.5);
  return {
    cpuPercent: within(quiet + height * day + noise),
    memoryPercent: within(30 + 40 * fractionOf(`${vmId} memory`) + 8 * day + noise / 5),
  };
}

/** The load of a GPU of a simulated instance: it follows the instance's processors, and grows warm with its work. */
export function gpuLoadOf(vmId: string, gpu: number, at: Date): GpuLoad {
  const { cpuPercent } = loadOf(`${vmId} gpu ${gpu}`, at);
  return {
    utilisationPercent: within(1.4 * cpuPercent),
    memoryPercent: within(25 + 0.9 * cpuPercent + 20 * fractionOf(`${vmId} gpu ${gpu} model`)),
    temperatureCelsius: Math.round(10 * (34 + 0.5 * cpuPercent)) / 10,
  };
}

const DAYS_UNTIL_FULL = 400;
const BYTES_PER_OPERATION = 16_384n;
const WAVE_SECONDS = 1_800;

/**
 * The counters and the fill of a simulated volume. It fills up over a year, and its counters go on from its creation,
 * whatever it is attached to.
 */
export function volumeLoadOf(volumeId: string, createdAt: Date, at: Date): Omit<VolumeMetrics, "volumeId"> {
  const seconds = Math.max(0, (at.getTime() - createdAt.getTime()) / 1000);
  const level = 15 + 50 * fractionOf(`${volumeId} fill`);
  const counted = (direction: string) =>
    BigInt(Math.floor((50_000 + 400_000 * fractionOf(`${volumeId} ${direction}`)) * busySeconds(seconds)));
  const [readBytes, writeBytes] = [counted("read"), counted("written")];
  return {
    ...{ readBytes, writeBytes },
    ...{ readOperations: readBytes / BYTES_PER_OPERATION, writeOperations: writeBytes / BYTES_PER_OPERATION },
    usedPercent: within(level + ((100 - level) * seconds) / (86_400 * DAYS_UNTIL_FULL)),
  };
}

/** The integral of a rate that swings around 1 and is never below 0, so that a counter only grows. */
function busySeconds(seconds: number): number {
  return seconds + (0.8 * WAVE_SECONDS * (1 - Math.cos((2 * Math.PI * seconds) / WAVE_SECONDS))) / (2 * Math.PI);
}

function within(percent: number): number {
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100;
}

/**
 * A deterministic hash of a text to a number from 0 to 1: FNV-1a with a final mix, so that texts that differ only in
 * the last letter give distant numbers.
 */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
