import { setTimeout as sleep } from "node:timers/promises";
import { operationsEnded, until } from "@fulmar/testkit/stack";
import type { Place } from "../place.ts";
import { endOf, type Product } from "../product.ts";
import { must, timedStep } from "../story.ts";
import type { SiteInside } from "./server.ts";

const CREATE_STEPS = ["create-instance", "provision-instance", "configure-instance", "boot-instance"] as const;
const DELETE_STEPS = ["shut-down-instance", "delete-instance"] as const;

/**
 * Kills the worker with SIGKILL in each step of a create and of a delete, and checks what is left of each VM
 * afterwards.
 */
export async function killed(product: Product, { rest, small }: Place, inside: SiteInside): Promise<void> {
  let worker = product.startWorker();
  const killIn = async (operation_id: string, step: string) => {
    await reached(product, operation_id, step);
    await endOf(worker, "SIGKILL");
    worker = product.startWorker();
  };
  const instances = async () => (await inside.inventory()).get("/instances") ?? [];
  const vms: string[] = [];
  for (const step of CREATE_STEPS) {
    await timedStep(`killed in ${step}: the machine is there once, and runs`, async () => {
      const accepted = await rest.ask("cloudVm.create", { ...small, name: `killed-in-${step}` });
      await killIn(accepted.operation_id, step);
      await operationsEnded(rest, [accepted]);
      vms.push(accepted.vm_id);
      must((await instances()).length === vms.length, "there is one machine for each VM");
    });
  }
  for (const [index, vm_id] of vms.entries()) {
    const step = DELETE_STEPS[index];
    await timedStep(step === undefined ? "deleted" : `killed in ${step}: the machine is gone`, async () => {
      const accepted = await rest.ask("cloudVm.delete", { vm_id });
      if (step !== undefined) await killIn(accepted.operation_id, step);
      await operationsEnded(rest, [accepted]);
    });
  }
  await until("no machine to be left", instances, (left) => left.length === 0);
  await endOf(worker);
}

/** Polls the row itself, because a request would be too slow. Steps that end before the poll are missed. */
async function reached({ database }: Product, operationId: string, step: string): Promise<void> {
  const steps: readonly string[] = [...CREATE_STEPS, ...DELETE_STEPS];
  for (;;) {
    const { current_step } = await database.prisma.operation.findUniqueOrThrow({
      where: { operation_id: operationId },
    });
    if (current_step !== null && steps.indexOf(current_step) >= steps.indexOf(step)) return;
    await sleep(5);
  }
}
