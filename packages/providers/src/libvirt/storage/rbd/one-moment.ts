import { procedures } from "@fulmar/libvirt-rpc";
import { says } from "../../client/libvirt-refusal.ts";
import { heldStill } from "../../machine/agent.ts";
import { disksOf, hasAgent } from "../../machine/definition.ts";
import { isOn, type Machine } from "../../machine/machine.ts";
import { runOf } from "../../machine/read-machine.ts";

/** A machine must not stay paused, so it goes on also when whoever asked has gone. */
const RESUME_MS = 15_000;

/**
 * Runs some quick work at one moment of the disks of a machine. A running one that has several of them is paused for it;
 * its file systems are written and hold still where its agent answers. One that was left paused goes on afterwards.
 */
export async function atOneMoment<Result>(
  machine: Machine | undefined,
  paths: readonly string[],
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  if (machine === undefined || !isOn(machine)) return work();
  const run = await runOf(machine, signal);
  const present = disksOf(run).filter(({ path }) => paths.includes(path));
  if (present.length === 0) return work();
  const still = () => (present.length > 1 ? paused(machine, work, signal) : work());
  return hasAgent(run) ? heldStill(machine, still, signal) : still();
}

async function paused<Result>(
  { domain, host }: Machine,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  try {
    await host.client.call(procedures.domainSuspend, { domain }, signal);
    return await work();
  } finally {
    await host.client.call(procedures.domainResume, { domain }, AbortSignal.timeout(RESUME_MS)).catch((error) => {
      // It has ended meanwhile.
      if (!says(error, "operationInvalid")) throw error;
    });
  }
}
