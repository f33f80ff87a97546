// What a guest sees of its GPUs: the server runs a command in it and records its output.
import { z } from "zod";
import type { SeenGpus } from "../../ports/compute-port.ts";
import { LOOK_FOR_GPUS, seenIn } from "../../ports/gpus.ts";
import { instanceNotRunning, ProviderError } from "../../ports/provider-error.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import { machineOf, pathOfInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";

const MOST_BYTES = 65_536;

/** The output is a file of the instance's log, by file descriptor. */
const Recorded = z.object({ return: z.int(), output: z.object({ "1": z.string() }) });
/** The server's own words where the agent of a virtual machine does not answer. */
const NO_AGENT = /agent isn't currently running/i;

export async function seeGpus(site: LxdSite, vmId: string, signal: AbortSignal): Promise<SeenGpus> {
  const { name, status } = await machineOf(site, vmId, signal);
  if (status !== "Running") throw instanceNotRunning();
  const wanted = { "wait-for-websocket": false, "record-output": true, interactive: false };
  const path = pathOfInstance(name, "exec");
  const command = ["/bin/sh", "-c", LOOK_FOR_GPUS];
  const ended = await site.client.change("POST", path, { command, ...wanted }, signal).catch((error) => {
    throw error instanceof LxdRefusal && NO_AGENT.test(String(error.cause)) ? agentSilent(error) : error;
  });
  const file = Recorded.parse(ended).output["1"].replace(/^\/1\.0/, "");
  const said = (await site.client.download(file, signal, {}, MOST_BYTES))?.toString() ?? "";
  return seenIn(said);
}

function agentSilent(cause: LxdRefusal): ProviderError {
  return new ProviderError(
    "provider_unavailable",
    "The agent in the virtual machine does not answer yet; it is tried again.",
    { retryable: true, cause },
  );
}
