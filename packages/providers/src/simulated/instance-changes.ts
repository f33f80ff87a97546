import { statement } from "@fulmar/prisma";
import type { InstanceAccess, InstanceSize } from "../ports/compute-port.ts";
import { instanceNotFound } from "../ports/provider-error.ts";
import { shown } from "./console.ts";
import type { World } from "./world.ts";

// Traffic depends on the number of CPUs. The traffic so far is kept, and the rest of the run counts with the new
// number.
const resize = statement(
  "simulated_resize",
  `UPDATE simulated.instance i
    SET cpu = $2, ram_mb = $3, gpu_model = $4, gpu_count = $5, rx_bytes = live.rx_counter, tx_bytes = live.tx_counter,
        record = coalesce(i.record, '{}') || jsonb_build_object('plan_id', $6::text),
        started_at = CASE WHEN i.power = 'running' THEN clock_timestamp() END
   FROM simulated.live_instance live
  WHERE i.vm_id = $1 AND live.vm_id = i.vm_id
  RETURNING i.vm_id`,
);

const growRoot = statement(
  "simulated_grow",
  `UPDATE simulated.instance i SET disk_gb = greatest(i.disk_gb, $2) FROM simulated.live_instance live
  WHERE i.vm_id = $1 AND live.vm_id = i.vm_id RETURNING i.vm_id`,
);

const revertRoot = statement(
  "simulated_shrink",
  `UPDATE simulated.instance i SET disk_gb = least(i.disk_gb, $2) FROM simulated.live_instance live
  WHERE i.vm_id = $1 AND live.vm_id = i.vm_id RETURNING i.vm_id`,
);

export async function resizeInstance(
  world: World,
  vmId: string,
  size: InstanceSize,
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, resize, [
    vmId,
    size.cpu,
    size.ramMb,
    size.gpuModel,
    size.gpuCount,
    size.planId,
  ]);
  if (rows.length === 0) throw instanceNotFound();
}

export async function growRootDisk(world: World, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  const rows = await world.query(signal, growRoot, [vmId, diskGb]);
  if (rows.length === 0) throw instanceNotFound();
}

export async function revertRootDisk(world: World, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  const rows = await world.query(signal, revertRoot, [vmId, diskGb]);
  if (rows.length === 0) throw instanceNotFound();
}

/** Stores what a change replaces together with its request id. A repeated request changes nothing. */
const SET_ASIDE =
  "former = jsonb_build_object('request_id', $2::text, 'template_id', i.template_id, 'configuration', i.configuration)";
const NOT_DONE = "i.former ->> 'request_id' IS DISTINCT FROM $2::text";

const rebuild = statement(
  "simulated_rebuild",
  `WITH done AS (
    UPDATE simulated.instance i SET template_id = $3, configuration = NULL, ${SET_ASIDE}
     WHERE i.vm_id = $1 AND ${NOT_DONE}
  )
  SELECT FROM simulated.live_instance WHERE vm_id = $1`,
);

const changeAccess = statement(
  "simulated_update_access",
  `WITH done AS (
    UPDATE simulated.instance i
       SET configuration = coalesce(i.configuration, '{}') || jsonb_strip_nulls(jsonb_build_object('sshKeys', $3::jsonb, 'passwordHash', $4::text)), ${SET_ASIDE}
     WHERE i.vm_id = $1 AND ${NOT_DONE}
  )
  SELECT FROM simulated.live_instance WHERE vm_id = $1`,
);

const revert = statement(
  "simulated_revert",
  `WITH done AS (
    UPDATE simulated.instance i
       SET template_id = i.former ->> 'template_id', configuration = nullif(i.former -> 'configuration', 'null'), former = NULL
     WHERE i.vm_id = $1 AND i.former ->> 'request_id' = $2
  )
  SELECT FROM simulated.live_instance WHERE vm_id = $1`,
);

// A restart ends a run, whose traffic is kept as usual.
const setRescue = statement(
  "simulated_rescue",
  `WITH done AS (
    UPDATE simulated.instance i
       SET rescue = $2, console = CASE WHEN i.power = 'running' THEN ${shown("CASE WHEN $2 THEN 'rescue' ELSE 'boot' END")} ELSE i.console END, rx_bytes = live.rx_counter, tx_bytes = live.tx_counter, started_at = CASE WHEN i.power = 'running' THEN clock_timestamp() END
      FROM simulated.live_instance live
     WHERE i.vm_id = $1 AND live.vm_id = i.vm_id AND i.rescue <> $2
  )
  SELECT FROM simulated.live_instance WHERE vm_id = $1`,
);

export async function rebuildInstance(
  world: World,
  vmId: string,
  { templateId, requestId }: { readonly templateId: string; readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, rebuild, [vmId, requestId, templateId]);
  if (rows.length === 0) throw instanceNotFound();
}

export async function updateAccess(
  world: World,
  vmId: string,
  { sshKeys, passwordHash, requestId }: InstanceAccess & { readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const values = [vmId, requestId, sshKeys === null ? null : JSON.stringify(sshKeys), passwordHash] as const;
  const rows = await world.query(signal, changeAccess, values);
  if (rows.length === 0) throw instanceNotFound();
}

export async function revertInstance(
  world: World,
  vmId: string,
  { requestId }: { readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, revert, [vmId, requestId]);
  if (rows.length === 0) throw instanceNotFound();
}

export async function setRescueMode(world: World, vmId: string, enabled: boolean, signal: AbortSignal): Promise<void> {
  const rows = await world.query(signal, setRescue, [vmId, enabled]);
  if (rows.length === 0) throw instanceNotFound();
}
