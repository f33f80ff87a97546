// The MIG slices of a site's hosts. The server does not tell them, so its project keeps what `nvidia-smi -L` says of
// each host (docs/gpu.md).
import { z } from "zod";
import { pathOf } from "../client/lxd-client.ts";
import type { LxdSite } from "../lxd-site.ts";

/** A MIG slice that exists at a host. */
interface MigSlice {
  /** Such as `1g.5gb`. */
  readonly profile: string;
  /** Such as `MIG-c6d4f1ef-42e4-5de3-91c7-45d71c87eb3f`. */
  readonly uuid: string;
}

/** The slices of a host by the uuid of their card, and lines about MIG that say nothing of a slice we could give. */
export interface MigSlices {
  readonly ofCard: ReadonlyMap<string, readonly MigSlice[]>;
  readonly unread: readonly string[];
}

const Project = z.object({ config: z.record(z.string(), z.string()) });

/** The key of the project that has the slices of a host. */
function migKey(host: string): string {
  return `user.fulmar.mig.${host}`;
}

/** Reads the slices of all hosts: a function of the host's name. */
export async function readMigSlices({ client }: LxdSite, signal: AbortSignal): Promise<(host: string) => MigSlices> {
  const project = await client.find(pathOf("projects", client.project), Project, signal);
  return (host) => migSlicesIn(project?.config[migKey(host)] ?? "");
}

/** What tells a card and a slice: `GPU 0: NVIDIA A100 (UUID: GPU-…)`, `MIG 1g.5gb Device 0: (UUID: MIG-…)`. */
const CARD = /^GPU \d+:/i;
const SLICE = /^MIG (\S{1,32}) +Device +\d+:/i;
const UUID = /\(UUID: *([^()\s]+)\)/i;
/** Drivers before R470 name slices by numbers, by which the server finds none. */
const MIG = /^MIG-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONGEST_LINE = 512;

/** The slices in the output of `nvidia-smi -L`. A slice that is listed twice is one. */
export function migSlicesIn(listed: string): MigSlices {
  const ofCard = new Map<string, MigSlice[]>();
  const [unread, seen] = [new Set<string>(), new Set<string>()];
  let slices: MigSlice[] | undefined;
  for (const written of listed.split("\n")) {
    const line = written.slice(0, LONGEST_LINE).trim().replaceAll(/\s+/g, " ");
    const uuid = UUID.exec(line)?.[1];
    if (CARD.test(line)) {
      slices = uuid === undefined ? undefined : (ofCard.get(uuid) ?? []);
      if (uuid !== undefined && slices !== undefined) ofCard.set(uuid, slices);
    }
    if (!/^MIG /i.test(line)) continue;
    const profile = SLICE.exec(line)?.[1]?.toLowerCase();
    if (profile === undefined || uuid === undefined || !MIG.test(uuid) || slices === undefined) unread.add(line);
    else if (!seen.has(uuid)) slices.push({ profile, uuid });
    if (uuid !== undefined) seen.add(uuid);
  }
  return { ofCard, unread: [...unread] };
}
