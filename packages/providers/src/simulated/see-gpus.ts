import { statement } from "@fulmar/prisma";
import type { SeenGpus } from "../ports/compute-port.ts";
import { instanceNotFound, instanceNotRunning } from "../ports/provider-error.ts";
import type { World } from "./world.ts";

// A GPU that its host does not tell has no uuid.
const see = statement(
  "simulated_see_gpus",
  `SELECT i.power, ARRAY(
            SELECT 'GPU ' || n - 1 || ': ' || i.gpu_model || coalesce(' (UUID: ' || (told.gpu ->> 'uuid') || ')', '')
              FROM generate_series(1, i.gpu_count) AS n
              LEFT JOIN simulated.host h ON h.provider = i.provider AND h.name = i.host
              LEFT JOIN LATERAL jsonb_array_elements(h.gpus) AS told (gpu) ON told.gpu ->> 'address' = i.gpus[n]
             ORDER BY n) AS listed
     FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id) WHERE vm_id = $vm_id`,
);

/** A simulated guest has the nodes and the program of NVIDIA's driver. */
export async function seeGpus(world: World, vmId: string, signal: AbortSignal): Promise<SeenGpus> {
  const [row] = await world.query(signal, see, { vm_id: vmId });
  if (row === undefined) throw instanceNotFound();
  if (row.power !== "running") throw instanceNotRunning();
  const listed = (row.listed ?? []).flatMap((each) => each ?? []);
  return { nodes: listed.map((_, at) => `/dev/nvidia${at}`), listed: listed.length === 0 ? null : listed };
}
