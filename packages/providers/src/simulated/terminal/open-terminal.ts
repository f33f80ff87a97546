import { statement } from "@fulmar/prisma";
import { z } from "zod";
import type { InstanceTerminal, TerminalSize } from "../../ports/compute-port.ts";
import { instanceNotFound, instanceNotRunning } from "../../ports/provider-error.ts";
import type { World } from "../world.ts";
import type { Machine } from "./commands.ts";
import { SimulatedShell } from "./shell.ts";

const machine = statement(
  "simulated_terminal",
  `SELECT i.name, i.power, i.configuration, i.template_id, i.cpu, i.ram_mb, i.disk_gb, i.private_ip, i.started_at,
          i.rescue
     FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id) WHERE vm_id = $vm_id`,
);

const Configuration = z.object({ hostname: z.string(), sshKeys: z.array(z.string()) }).partial();

/** How often a terminal looks whether its machine still runs. */
const LOOK_MS = 500;

async function machineOf(world: World, vmId: string, signal: AbortSignal) {
  const [row] = await world.query(signal, machine, { vm_id: vmId });
  if (row === undefined) throw instanceNotFound();
  if (row.power !== "running") throw instanceNotRunning();
  return row;
}

/** A small shell, since a simulated instance runs no programs. It ends when the instance stops or restarts. */
export async function openTerminal(
  world: World,
  vmId: string,
  size: TerminalSize,
  signal: AbortSignal,
): Promise<InstanceTerminal> {
  const row = await machineOf(world, vmId, signal);
  const { hostname, sshKeys = [] } = Configuration.safeParse(row.configuration).data ?? {};
  const described: Machine = {
    hostname: hostname ?? row.name,
    image: row.template_id,
    cpu: row.cpu,
    ramMb: row.ram_mb,
    diskGb: row.disk_gb,
    privateIp: row.private_ip,
    startedAt: row.started_at ?? new Date(),
    rescue: row.rescue,
    sshKeys,
  };
  const shell = new SimulatedShell(described, size);
  const { signal: never } = new AbortController();
  const looking = setInterval(() => {
    machineOf(world, vmId, never)
      .then((now) => {
        if (now.started_at?.getTime() !== row.started_at?.getTime()) shell.close();
      })
      .catch(() => shell.close());
  }, LOOK_MS);
  shell.stream.once("close", () => clearInterval(looking));
  return shell;
}
