import { type RowOf, statement } from "@fulmar/prisma";
import { z } from "zod";
import { type Host, type HostPort, hostAnswers, type InspectedHost, type Move } from "../ports/host-port.ts";
import { instanceNotFound, ProviderError } from "../ports/provider-error.ts";
import { FIRST_WORLD, type World } from "./world.ts";

const Slice = z.object({ card: z.string(), profile: z.string(), onDemand: z.boolean() });
const Firmware = z.enum(["bios", "uefi"]);
const Gpu = z.object({ address: z.string(), model: z.string(), uuid: z.string().nullable(), slice: Slice.optional() });

/** What each host of a new world has. */
const CAPACITY = "1024, 8388608, 1048576";

const list = statement(
  "simulated_hosts",
  `SELECT h.name, h.online, h.cpus, h.ram_mb, h.disk_gb, h.gpus, h.architectures, h.firmware,
          coalesce((SELECT sum(i.ram_mb)::int FROM simulated.instance i
                     WHERE i.provider = h.provider AND i.host = h.name), 0) AS used_ram_mb
     FROM simulated.host h WHERE h.provider = $provider ORDER BY h.name`,
);

const make = statement(
  "simulated_hosts_make",
  `INSERT INTO simulated.host (provider, name, cpus, ram_mb, disk_gb)
   SELECT $provider, name, ${CAPACITY} FROM unnest(ARRAY['host-1', 'host-2', 'host-3']) AS name
       ON CONFLICT DO NOTHING`,
);

const move = statement(
  "simulated_move",
  `UPDATE simulated.instance i SET host = target.name
     FROM simulated.host target
    WHERE i.vm_id = $vm_id AND target.provider = i.provider AND target.name = $host AND target.online
      AND NOT EXISTS (SELECT FROM simulated.host own
                       WHERE own.provider = i.provider AND own.name = i.host AND NOT own.online)
   RETURNING i.vm_id`,
);

// What was on a host that is down is off.
const recover = statement(
  "simulated_recover",
  `UPDATE simulated.instance i
      SET host = target.name, power = CASE WHEN i.host = target.name THEN i.power ELSE 'stopped' END
     FROM simulated.host target
    WHERE i.vm_id = $vm_id AND target.provider = i.provider AND target.name = $host AND target.online
      AND (i.host = target.name OR EXISTS (SELECT FROM simulated.host own
                                            WHERE own.provider = i.provider AND own.name = i.host AND NOT own.online))
   RETURNING i.vm_id`,
);

const recoverable = statement(
  "simulated_recoverable",
  `SELECT own.online FROM simulated.instance i
     JOIN simulated.host own ON own.provider = i.provider AND own.name = i.host WHERE i.vm_id = $vm_id`,
);

const known = statement("simulated_known", "SELECT FROM simulated.instance WHERE vm_id = $vm_id");

/** A world of one site begins with three hosts. The first world has none. */
export function simulatedHosts(world: World): HostPort {
  return {
    listHosts: (signal) => listHosts(world, signal),
    inspectGpus: (signal) => inspectGpus(world, signal),
    moveInstance: (...call) => moveInstance(world, ...call),
    recoverInstance: (...call) => recoverInstance(world, ...call),
  };
}

async function listHosts(world: World, signal: AbortSignal): Promise<Host[]> {
  const rows = await world.query(signal, list, { provider: world.provider });
  if (rows.length > 0 || world.provider === FIRST_WORLD) return rows.map(toHost);
  await world.query(signal, make, { provider: world.provider });
  return (await world.query(signal, list, { provider: world.provider })).map(toHost);
}

function toHost({ name, online, cpus, ram_mb, disk_gb, gpus, used_ram_mb, ...runs }: RowOf<typeof list>): Host {
  const capacity = {
    ...{ cpus, ramMb: ram_mb, freeRamMb: Math.max(0, ram_mb - used_ram_mb), diskGb: disk_gb, freeDiskGb: disk_gb },
  };
  return {
    ...{ name, online, architecture: runs.architectures[0] ?? null, movesLive: true, sharedDisks: true },
    architectures: online ? runs.architectures : null,
    firmware: online ? Firmware.array().parse(runs.firmware) : null,
    capacity: online ? capacity : null,
    gpus: online && gpus !== null ? Gpu.array().parse(gpus) : null,
  };
}

/** Every GPU has the driver that a simulated guest sees. */
async function inspectGpus(world: World, signal: AbortSignal): Promise<InspectedHost[]> {
  return (await listHosts(world, signal)).map(({ name, online, gpus }) => ({
    ...{ name, online },
    gpus: gpus?.map((gpu, at) => ({ ...gpu, driver: "simulated", iommuGroup: at })) ?? null,
    notes: online && gpus === null ? ["This host does not tell its GPUs, and has any that a plan asks for."] : [],
  }));
}

async function moveInstance(world: World, vmId: string, { host }: Move, signal: AbortSignal): Promise<void> {
  if ((await world.query(signal, move, { vm_id: vmId, host })).length > 0) return;
  if ((await world.query(signal, known, { vm_id: vmId })).length === 0) throw instanceNotFound();
  throw new ProviderError(
    "provider_unavailable",
    `The site cannot move the VM while its host or ${host} is offline; it is tried again.`,
    { retryable: true },
  );
}

async function recoverInstance(world: World, vmId: string, host: string, signal: AbortSignal): Promise<void> {
  if ((await world.query(signal, recover, { vm_id: vmId, host })).length > 0) return;
  const [own] = await world.query(signal, recoverable, { vm_id: vmId });
  if (own === undefined) throw instanceNotFound();
  if (own.online) throw hostAnswers();
  throw new ProviderError("provider_unavailable", `The site cannot start the VM on ${host} now; it is tried again.`, {
    retryable: true,
  });
}
