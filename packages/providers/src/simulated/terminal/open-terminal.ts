import type { Duplex } from "node:stream";
import { statement } from "@fulmar/prisma";
import { z } from "zod";
import type { InstanceTerminal, TerminalSize } from "../../ports/compute-port.ts";
import { instanceNotFound, instanceNotRunning } from "../../ports/provider-error.ts";
import type { World } from "../world.ts";
import type { Machine } from "./commands.ts";
import { serveRfb } from "./rfb-server.ts";
import { SimulatedShell } from "./shell.ts";
import { TestPicture } from "./test-picture.ts";

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
  closeWith(world, vmId, row.started_at, { stream: shell.stream, close: () => shell.close() });
  return shell;
}

/** A test picture, since a simulated instance has no graphics card. It ends when the instance stops or restarts. */
export async function openScreen(world: World, vmId: string, signal: AbortSignal): Promise<Duplex> {
  const row = await machineOf(world, vmId, signal);
  const stream = serveRfb(row.name, new TestPicture());
  closeWith(world, vmId, row.started_at, { stream, close: () => stream.destroy() });
  return stream;
}

/** Closes what shows a machine when the machine no longer runs, or runs anew. */
function closeWith(
  world: World,
  vmId: string,
  startedAt: Date | null,
  { stream, close }: Pick<InstanceTerminal, "stream" | "close">,
): void {
  const { signal: never } = new AbortController();
  const looking = setInterval(() => {
    machineOf(world, vmId, never)
      .then((now) => {
        if (now.started_at?.getTime() !== startedAt?.getTime()) close();
      })
      .catch(close);
  }, LOOK_MS);
  stream.once("close", () => clearInterval(looking));
}
