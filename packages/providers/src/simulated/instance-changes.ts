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
    SET cpu = $cpu, ram_mb = $ram_mb, gpu_model = $gpu_model, gpu_count = $gpu_count, gpus = $gpus,
        rx_bytes = live.rx_counter, tx_bytes = live.tx_counter,
        record = coalesce(i.record, '{}') || jsonb_build_object('plan_id', $plan_id::text),
        started_at = CASE WHEN i.power = 'running' THEN clock_timestamp() END
   FROM simulated.live_instance live
  WHERE i.vm_id = $vm_id AND live.vm_id = i.vm_id
  RETURNING i.vm_id`,
);

const growRoot = statement(
  "simulated_grow",
  `UPDATE simulated.instance i SET disk_gb = greatest(i.disk_gb, $disk_gb) FROM simulated.live_instance live
  WHERE i.vm_id = $vm_id AND live.vm_id = i.vm_id RETURNING i.vm_id`,
);

const revertRoot = statement(
  "simulated_shrink",
  `UPDATE simulated.instance i SET disk_gb = least(i.disk_gb, $disk_gb) FROM simulated.live_instance live
  WHERE i.vm_id = $vm_id AND live.vm_id = i.vm_id RETURNING i.vm_id`,
);

export async function resizeInstance(
  world: World,
  vmId: string,
  size: InstanceSize,
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, resize, {
    vm_id: vmId,
    cpu: size.cpu,
    ram_mb: size.ramMb,
    gpu_model: size.gpuModel,
    gpu_count: size.gpuCount,
    gpus: size.gpus,
    plan_id: size.planId,
  });
  if (rows.length === 0) throw instanceNotFound();
}

export async function growRootDisk(world: World, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  const rows = await world.query(signal, growRoot, { vm_id: vmId, disk_gb: diskGb });
  if (rows.length === 0) throw instanceNotFound();
}

export async function revertRootDisk(world: World, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  const rows = await world.query(signal, revertRoot, { vm_id: vmId, disk_gb: diskGb });
  if (rows.length === 0) throw instanceNotFound();
}

/** Stores what a change replaces together with `$request_id`. A repeated request changes nothing. */
const SET_ASIDE = `former = jsonb_build_object('request_id', $request_id::text, 'template_id', i.template_id,
                                       'configuration', i.configuration)`;
const NOT_DONE = "i.former ->> 'request_id' IS DISTINCT FROM $request_id::text";

const rebuild = statement(
  "simulated_rebuild",
  `WITH done AS (
    UPDATE simulated.instance i SET template_id = $template_id, configuration = NULL, ${SET_ASIDE}
     WHERE i.vm_id = $vm_id AND ${NOT_DONE}
  )
  SELECT FROM simulated.live_instance WHERE vm_id = $vm_id`,
);

const changeAccess = statement(
  "simulated_update_access",
  `WITH done AS (
    UPDATE simulated.instance i
       SET configuration = coalesce(i.configuration, '{}')
             || jsonb_strip_nulls(jsonb_build_object(
                  'sshKeys', $ssh_keys::jsonb, 'passwordHash', $password_hash::text)),
           ${SET_ASIDE}
     WHERE i.vm_id = $vm_id AND ${NOT_DONE}
  )
  SELECT FROM simulated.live_instance WHERE vm_id = $vm_id`,
);

const revert = statement(
  "simulated_revert",
  `WITH done AS (
    UPDATE simulated.instance i
       SET template_id = i.former ->> 'template_id', configuration = nullif(i.former -> 'configuration', 'null'),
           former = NULL
     WHERE i.vm_id = $vm_id AND i.former ->> 'request_id' = $request_id
  )
  SELECT FROM simulated.live_instance WHERE vm_id = $vm_id`,
);

// A restart ends a run, whose traffic is kept as usual.
const setRescue = statement(
  "simulated_rescue",
  `WITH done AS (
    UPDATE simulated.instance i
       SET rescue = $rescue, console = CASE WHEN i.power = 'running'
                                              THEN ${shown("CASE WHEN $rescue THEN 'rescue' ELSE 'boot' END")}
                                            ELSE i.console END, rx_bytes = live.rx_counter, tx_bytes = live.tx_counter,
           started_at = CASE WHEN i.power = 'running' THEN clock_timestamp() END
      FROM simulated.live_instance live
     WHERE i.vm_id = $vm_id AND live.vm_id = i.vm_id AND i.rescue <> $rescue
  )
  SELECT FROM simulated.live_instance WHERE vm_id = $vm_id`,
);

export async function rebuildInstance(
  world: World,
  vmId: string,
  { templateId, requestId }: { readonly templateId: string; readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, rebuild, { vm_id: vmId, request_id: requestId, template_id: templateId });
  if (rows.length === 0) throw instanceNotFound();
}

export async function updateAccess(
  world: World,
  vmId: string,
  { sshKeys, passwordHash, requestId }: InstanceAccess & { readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, changeAccess, {
    vm_id: vmId,
    request_id: requestId,
    ssh_keys: sshKeys === null ? null : JSON.stringify(sshKeys),
    password_hash: passwordHash,
  });
  if (rows.length === 0) throw instanceNotFound();
}

export async function revertInstance(
  world: World,
  vmId: string,
  { requestId }: { readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, revert, { vm_id: vmId, request_id: requestId });
  if (rows.length === 0) throw instanceNotFound();
}

export async function setRescueMode(world: World, vmId: string, enabled: boolean, signal: AbortSignal): Promise<void> {
  const rows = await world.query(signal, setRescue, { vm_id: vmId, rescue: enabled });
  if (rows.length === 0) throw instanceNotFound();
}
