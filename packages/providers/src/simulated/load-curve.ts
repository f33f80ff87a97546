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
