const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * How busy a simulated machine is: a curve over the day, with noise, that is the same whenever it is asked for the same
 * machine and minute.
 */
export function loadOf(vmId: string, at: Date): { cpuPercent: number; memoryPercent: number } {
  const timeOfDay = (at.getTime() % DAY_MS) / DAY_MS;
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  // Each machine has a quiet level, a height and an hour of its busiest time of its own.
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
 * A number from 0 to 1 that a text always gives: FNV-1a, its bits mixed once more so that texts that differ in their
 * last letter differ much.
 */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
