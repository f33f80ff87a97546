import type { Instance } from "./compute-port.ts";

const [MEBIBYTES_PER_GIBIBYTE, GIBIBYTE] = [1024, 2 ** 30];

/** A readable size such as `1 CPU, 1 GB RAM, 20 GB disk`. */
export function formatInstanceSize({ cpu, ramMb, diskGb }: Pick<Instance, "cpu" | "ramMb" | "diskGb">): string {
  const ram = ramMb < MEBIBYTES_PER_GIBIBYTE ? `${ramMb} MB` : formatGigabytes(ramMb / MEBIBYTES_PER_GIBIBYTE);
  return `${cpu} ${cpu === 1 ? "CPU" : "CPUs"}, ${ram} RAM, ${formatGigabytes(diskGb)} disk`;
}

/** A readable size such as `20 GB` or `1.5 GB`. */
export function formatGigabytes(count: number): string {
  return `${Number(count.toFixed(1))} GB`;
}

/** The readable size of copies, such as `0.4 GB`. */
export function formatBytes(bytes: number): string {
  return formatGigabytes(bytes / GIBIBYTE);
}
