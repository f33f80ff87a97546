import { createOperatorClient } from "@fulmar/sdk";
import { operationsEnded, until } from "@fulmar/testkit/stack";
import { z } from "zod";
import { operatorToken } from "../operator-token.ts";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { fulmar, must } from "../story.ts";
import { TEMPLATE } from "./operators-server.ts";
import type { SiteInside } from "./server.ts";

const [PLAN, LARGER] = ["walk-gpu", "walk-gpu-large"];
/** What scripts/lxd-with-gpu.sh shows the server in place of a GPU: its render node gives zeros. */
const NODE = "/dev/dri/renderD218";

const Check = z.object({
  state: z.string(),
  trial: z.object({ step: z.string(), ok: z.boolean(), said: z.string() }).array(),
});

/**
 * Sells the GPU that the host tells: its VM has the device, also after a resize, and others are refused as long as it
 * does. Before, an operator's check has tried it.
 */
export async function withGpu(
  { rest, url, siteId, small }: Place,
  product: Product,
  inside: SiteInside,
): Promise<void> {
  const operator = createOperatorClient({ baseUrl: url, token: await operatorToken(product.database, "development") });
  const gpu = await until(
    "a GPU of the host",
    async () => {
      const [host] = await operator.operatorHost.list({ site_id: siteId });
      return host === undefined ? undefined : (await operator.operatorHost.get({ host_id: host.host_id })).gpus?.[0];
    },
    (found) => found !== undefined,
  );
  for (const [plan_id, ram_mb] of [
    [PLAN, 1_024],
    [LARGER, 2_048],
  ] as const)
    await operator.operatorPlan.create({
      ...{
        plan_id,
        name: plan_id,
        family: "gpu",
        cpu: 1,
        ram_mb,
        disk_gb: 20,
        gpu_model: gpu?.model ?? "",
        gpu_count: 1,
      },
      ...{ site_ids: [siteId], hourly_price: "1" },
    });
  const checked = Check.parse(await fulmar(product, "admin", "gpu", "check", "--site", siteId, "--try"));
  for (const { step, said } of checked.trial) console.log(`  ${step}: ${said}`);
  must(checked.state === "ok", "the operator's check finds nothing wrong");
  must(
    checked.trial.some(({ said }) => said.includes(NODE)),
    "its machine sees the node of the GPU",
  );
  const wanted = { plan_id: PLAN, template_id: TEMPLATE, site_id: siteId };
  const accepted = await rest.ask("gpuVm.create", { ...wanted, name: "train" });
  await operationsEnded(rest, [accepted]);
  const { vm_id } = accepted;
  const has = async () => (await inside.run(vm_id, "test", "-c", NODE)) === 0;
  must(await has(), "the VM has the node of its GPU");
  must((await inside.run(vm_id, "sh", "-c", `[ "$(head -c 4 ${NODE} | wc -c)" = 4 ]`)) === 0, "and reads from it");
  await operationsEnded(rest, [await rest.ask("gpuVm.resizePlan", { vm_id, plan_id: LARGER })]);
  must(await has(), "it has the GPU after a resize");
  must((await rest.status("gpuVm.create", { ...wanted, name: "late" })) === 409, "another VM does not get the GPU");
  const neighbour = await rest.ask("cloudVm.create", { ...small, name: "plain" });
  await operationsEnded(rest, [neighbour]);
  must((await inside.run(neighbour.vm_id, "test", "-e", "/dev/dri")) !== 0, "a VM without a GPU sees none");
  await operationsEnded(rest, [
    await rest.ask("gpuVm.delete", { vm_id }),
    await rest.ask("cloudVm.delete", { vm_id: neighbour.vm_id }),
  ]);
  const again = await rest.ask("gpuVm.create", { ...wanted, name: "again" });
  await operationsEnded(rest, [again]);
  must((await inside.run(again.vm_id, "test", "-c", NODE)) === 0, "a deleted VM gives its GPU back");
  await operationsEnded(rest, [await rest.ask("gpuVm.delete", { vm_id: again.vm_id })]);
  for (const plan_id of [PLAN, LARGER]) await operator.operatorPlan.retire({ plan_id });
}
