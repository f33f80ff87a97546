import { type RowOf, statement } from "@fulmar/prisma";
import { z } from "zod";
import { CONSOLE_LOG_BYTES, type ConsoleLog } from "../ports/compute-port.ts";
import { instanceNotFound } from "../ports/provider-error.ts";
import type { World } from "./world.ts";

/** An event on a simulated console. */
const ConsoleEvent = z.enum(["boot", "rescue", "halt"]);
type ConsoleEvent = z.infer<typeof ConsoleEvent>;

/** A console keeps this many events. */
const EVENTS = 200;

const readConsole = statement(
  "simulated_console",
  `SELECT i.console, i.name, i.configuration ->> 'hostname' AS hostname, i.template_id, i.cpu, i.ram_mb
    FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id) WHERE vm_id = $vm_id`,
);

/** SQL: the console of the instance `i` with one more event. */
export function shown(event: string): string {
  return `i.console[greatest(1, cardinality(i.console) - ${EVENTS - 2}):] || (${event})::text`;
}

/** SQL: what the instance `i` boots. */
export const BOOTS = "CASE WHEN i.rescue THEN 'rescue' ELSE 'boot' END";

export async function readConsoleLog(world: World, vmId: string, signal: AbortSignal): Promise<ConsoleLog> {
  const [row] = await world.query(signal, readConsole, { vm_id: vmId });
  if (row === undefined) throw instanceNotFound();
  const bytes = Buffer.from(
    z
      .array(ConsoleEvent)
      .parse(row.console)
      .flatMap((event) => LINES[event](row))
      .join("\n"),
  );
  return { bytes: bytes.subarray(-CONSOLE_LOG_BYTES), truncated: bytes.length > CONSOLE_LOG_BYTES };
}

const LINES: Readonly<Record<ConsoleEvent, (row: RowOf<typeof readConsole>) => string[]>> = {
  boot: (row) => [...kernel(row), ...system(row)],
  rescue: (row) => [
    ...kernel(row),
    "Booting the rescue system; the root disk is mounted on /mnt.",
    "[  OK  ] Started ssh.service - OpenBSD Secure Shell server.",
    "",
  ],
  halt: () => [
    "[  OK  ] Stopped ssh.service - OpenBSD Secure Shell server.",
    "[  OK  ] Unmounted all file systems.",
    "[  OK  ] Reached target poweroff.target - System Power Off.",
    "reboot: Power down",
    "",
  ],
};

function kernel({ cpu, ram_mb }: RowOf<typeof readConsole>): string[] {
  const kilobytes = ram_mb * 1024;
  return [
    "[    0.000000] Linux version 6.12.41-amd64 #1 SMP PREEMPT_DYNAMIC",
    "[    0.000000] Command line: root=/dev/vda1 ro console=ttyS0,115200",
    `[    0.018204] Memory: ${Math.floor(kilobytes * 0.97)}K/${kilobytes}K available`,
    `[    0.061377] smp: Brought up 1 node, ${cpu} CPU${cpu === 1 ? "" : "s"}`,
    "[    0.402113] virtio_net virtio1 eth0: link becomes ready",
    "[    0.957302] EXT4-fs (vda1): mounted filesystem with ordered data mode.",
  ];
}

function system({ hostname, name, template_id }: RowOf<typeof readConsole>): string[] {
  const host = hostname ?? name;
  return [
    `systemd[1]: Hostname set to <${host}>.`,
    "[  OK  ] Reached target network-online.target - Network is Online.",
    "[  OK  ] Started ssh.service - OpenBSD Secure Shell server.",
    "[  OK  ] Reached target multi-user.target - Multi-User System.",
    "",
    `${template_id} ${host} ttyS0`,
    "",
    `${host} login: `,
  ];
}
