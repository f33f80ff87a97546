// What a guest sees of its GPUs: its agent runs a command.
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { SeenGpus } from "../../ports/compute-port.ts";
import { LOOK_FOR_GPUS, seenIn } from "../../ports/gpus.ts";
import { instanceNotRunning, ProviderError } from "../../ports/provider-error.ts";
import { says } from "../client/libvirt-refusal.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { askAgent } from "../machine/agent.ts";
import { isOn } from "../machine/machine.ts";
import { machineOf } from "../machine/machines.ts";

const Started = z.object({ return: z.object({ pid: z.int() }) });
const Status = z.object({ return: z.object({ exited: z.boolean(), "out-data": z.base64().optional() }) });
const LOOK_AGAIN_MS = 100;

export async function seeGpus(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<SeenGpus> {
  const machine = await machineOf(site, vmId, signal);
  if (!isOn(machine)) throw instanceNotRunning();
  const look = { path: "/bin/sh", arg: ["-c", LOOK_FOR_GPUS], "capture-output": true };
  try {
    const started = await askAgent(machine, { execute: "guest-exec", arguments: look }, signal);
    const { pid } = Started.parse(started).return;
    for (;;) {
      const answer = await askAgent(machine, { execute: "guest-exec-status", arguments: { pid } }, signal);
      const { exited, "out-data": said = "" } = Status.parse(answer).return;
      if (exited) return seenIn(Buffer.from(said, "base64").toString());
      await delay(LOOK_AGAIN_MS, undefined, { signal });
    }
  } catch (error) {
    if (!says(error, "internalError", "agentCommandFailed")) throw error;
    throw new ProviderError(
      "provider_refused",
      "The agent in the VM runs no commands (guest-exec), so that nobody can look for its GPUs; try another image.",
      { retryable: false, cause: error },
    );
  }
}
