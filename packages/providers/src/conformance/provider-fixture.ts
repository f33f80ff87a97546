import { randomUUID } from "node:crypto";
import type { InstanceSpec } from "../ports/compute-port.ts";
import type { SiteRecord } from "../ports/inventory-port.ts";
import type { Provider } from "../ports/provider.ts";

/** A provider under test, with access to its instances from inside. */
export interface ProviderFixture {
  readonly provider: Provider;
  /** Two images that the provider has. */
  readonly images: readonly [string, string];
  /** Whether a terminal is the serial console, which has neither a size nor an exit code; by default it is a shell. */
  readonly serialTerminal?: boolean;
  /** An identifier that changes with every boot of a running instance. */
  bootOf(vmId: string): Promise<string>;
  /** Writes a text to the root disk of a running instance, or reads the one written before. */
  mark(vmId: string, text: string): Promise<void>;
  markOf(vmId: string): Promise<string | null>;
  /** Writes a text to a volume of a running instance. */
  write(vmId: string, volume: FixtureVolume, text: string): Promise<void>;
  /** Reads the text from a volume of a running instance; null when none was written. */
  read(vmId: string, volume: FixtureVolume): Promise<string | null>;
  /** Machines that are not ours, as somebody makes and uses them with the site's own means. */
  readonly byHand: {
    /** By default a container. */
    readonly type?: "virtual-machine";
    /** Whether a volume is named by its file at the site, which a restore replaces. */
    readonly namedByFile?: boolean;
    /** Makes a running machine of 1 CPU, 512 MB and 4 GB, with a volume of 1 GB. */
    make(machine: string, volume: string): Promise<void>;
    /** Identifies a boot, whether the machine is adopted or not. */
    bootOf(machine: string): Promise<string>;
    /** Writes a text to the root disk, or to the volume. */
    write(machine: string, volume: string | null, text: string): Promise<void>;
    read(machine: string, volume: string | null): Promise<string | null>;
    /** Removes a machine that is not adopted, with its volume. */
    remove(machine: string, volume: string): Promise<void>;
  };
  /** The names of all disks and disk copies at the provider, sorted. */
  inventory(): Promise<string[]>;
  close(): Promise<void>;
}

/** A volume by id. `device` is where it is attached; null for the root volume. */
export interface FixtureVolume {
  readonly volumeId: string;
  readonly devicePath: string | null;
}

export const { signal } = new AbortController();

/** An id in our format, unique to this test run. */
export function uniqueId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 26)}`;
}

/** A record as core writes it: rows by table, with every kind of JSON value. */
export function sampleRecord(table: string, name: string): SiteRecord {
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

/** The spec of a small instance with the first image. */
export function smallSpec({ images }: Pick<ProviderFixture, "images">, name = "web"): InstanceSpec {
  const size = { cpu: 1, ramMb: 512, diskGb: 4, gpuModel: null, gpuCount: 0, gpus: [], planId: "small" };
  return { name, ...size, templateId: images[0], tags: [], record: sampleRecord("vm", name) };
}

/** The host of an instance, as `host` of a spec: volumes on a host's own disks serve the instances there alone. */
export async function hostOf({ provider }: ProviderFixture, vmId: string): Promise<string | null> {
  return (await provider.compute.findInstances([vmId], signal))[0]?.host ?? null;
}

/** Makes a call twice, because every call must be repeatable after a crash. */
export async function twice<Result>(call: () => Promise<Result>): Promise<Result> {
  await call();
  return call();
}

/** Creates a running instance, making every call twice. @param host where; without one, the site chooses */
export async function runningInstance(
  fixture: ProviderFixture,
  vmId: string,
  name = "web",
  host: string | null = null,
) {
  const { compute } = fixture.provider;
  await twice(() => compute.createInstance(vmId, { ...smallSpec(fixture, name), host }, signal));
  await twice(() => compute.provisionInstance(vmId, signal));
  await twice(() =>
    compute.configureInstance(vmId, { hostname: name, sshKeys: ["ssh-ed25519 AAAA key"], userData: null }, signal),
  );
  return twice(() => compute.startInstance(vmId, signal));
}
