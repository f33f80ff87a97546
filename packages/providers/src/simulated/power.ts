import { instanceNotFound } from "../instance-not-found.ts";
import { BOOTS, shown } from "./console.ts";
import type { World } from "./world.ts";

const START = `UPDATE simulated.instance i
    SET power = 'running', started_at = CASE WHEN power = 'running' THEN started_at ELSE clock_timestamp() END,
        console = CASE WHEN power = 'running' THEN i.console ELSE ${shown(BOOTS)} END,
        vanishes_at = coalesce(vanishes_at, clock_timestamp() + vanish_after_ms * interval '1 millisecond')
  WHERE vm_id = $1 AND (vanishes_at IS NULL OR vanishes_at > clock_timestamp())
  RETURNING private_ip`;

// The counters of a run are kept when it ends: traffic never counts backwards.
const STOP = `UPDATE simulated.instance i
    SET power = 'stopped', started_at = NULL, console = CASE WHEN i.power = 'stopped' THEN i.console ELSE ${shown("'halt'")} END, rx_bytes = live.rx_counter, tx_bytes = live.tx_counter
   FROM simulated.live_instance live
  WHERE i.vm_id = $1 AND live.vm_id = i.vm_id
  RETURNING i.vm_id`;

const RESTART = `UPDATE simulated.instance i
    SET power = 'running', last_restart_id = $2,
        started_at = CASE WHEN i.last_restart_id = $2 THEN i.started_at ELSE clock_timestamp() END,
        console = CASE WHEN i.last_restart_id = $2 THEN i.console ELSE ${shown(BOOTS)} END,
        rx_bytes = CASE WHEN i.last_restart_id = $2 THEN i.rx_bytes ELSE live.rx_counter END,
        tx_bytes = CASE WHEN i.last_restart_id = $2 THEN i.tx_bytes ELSE live.tx_counter END
   FROM simulated.live_instance live
  WHERE i.vm_id = $1 AND live.vm_id = i.vm_id
  RETURNING i.vm_id`;

export async function startInstance(
  world: World,
  vmId: string,
  signal: AbortSignal,
): Promise<{ privateIp: string | null }> {
  const [row] = await world.query<{ private_ip: string }>("start", START, [vmId], signal);
  if (row === undefined) throw instanceNotFound();
  return { privateIp: row.private_ip };
}

/** Gently or by force is the same to a machine that is not there. */
export async function stopInstance(
  world: World,
  vmId: string,
  _options: { readonly force: boolean },
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query("stop", STOP, [vmId], signal);
  if (rows.length === 0) throw instanceNotFound();
}

export async function restartInstance(
  world: World,
  vmId: string,
  { requestId }: { readonly force: boolean; readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query("restart", RESTART, [vmId, requestId], signal);
  if (rows.length === 0) throw instanceNotFound();
}
