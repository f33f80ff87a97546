import { randomUUID } from "node:crypto";
import type { InstanceSpec } from "../ports/compute-port.ts";
import type { ResourceRecord } from "../ports/inventory-port.ts";
import type { Provider } from "../ports/provider.ts";

/** A provider under test, and what a visitor sees of its machines from inside. */
export interface ProviderBed {
  readonly provider: Provider;
  /** Two images that it has. */
  readonly images: readonly [string, string];
  /** Changes with every boot of a running machine. */
  bootOf(vmId: string): Promise<string>;
  /** Leaves a text on the root disk of a running machine, or reads what was left there. */
  mark(vmId: string, text: string): Promise<void>;
  markOf(vmId: string): Promise<string | null>;
  /** Leaves a text on a volume of a running machine. */
  write(vmId: string, volume: BedVolume, text: string): Promise<void>;
  /** What is on a volume of a running machine; null when nothing was left there. */
  read(vmId: string, volume: BedVolume): Promise<string | null>;
  /** The names of all disks and copies of disks that the provider keeps, in order. */
  inventory(): Promise<string[]>;
  close(): Promise<void>;
}

/** A volume by its id; the device of one that is attached, null for the root volume. */
export interface BedVolume {
  readonly volumeId: string;
  readonly devicePath: string | null;
}

export const { signal } = new AbortController();

/** An id like ours. Those of one run have nothing in common with those of another. */
export function uniqueId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 26)}`;
}

/** A record as core writes it: rows by table, with values of every kind that JSON has. */
export function sampleRecord(table: string, name: string): ResourceRecord {
  const row = {
    name,
    size_gb: 1,
    tags: ["a", 'a "quoted" one, with commas'],
    rate: 0.5,
    attached: false,
    description: null,
    settings: { mode: "Ω" },
  };
  return { installation_id: "ins_sample", rows: { [table]: [row], workspace: [{ workspace_id: 7 }] } };
}

/** A small machine of the first image. */
export function smallSpec({ images }: Pick<ProviderBed, "images">, name = "web"): InstanceSpec {
  const size = { cpu: 1, ramMb: 512, diskGb: 4, gpuModel: null, gpuCount: 0, planId: "small" };
  return { name, ...size, templateId: images[0], tags: [], record: sampleRecord("vm", name) };
}

/** Whatever may be repeated after a crash is. */
export async function twice<Result>(call: () => Promise<Result>): Promise<Result> {
  await call();
  return call();
}

/** A machine that runs; every call made twice. */
export async function runningInstance(bed: ProviderBed, vmId: string, name = "web") {
  const { compute } = bed.provider;
  await twice(() => compute.createInstance(vmId, smallSpec(bed, name), signal));
  await twice(() => compute.provisionInstance(vmId, signal));
  await twice(() =>
    compute.configureInstance(vmId, { hostname: name, sshKeys: ["ssh-ed25519 AAAA key"], userData: null }, signal),
  );
  return twice(() => compute.startInstance(vmId, signal));
}
