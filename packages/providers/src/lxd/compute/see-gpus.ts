// What a guest sees of its GPUs: the server runs a command in it and records its output.
import { z } from "zod";
import type { SeenGpus } from "../../ports/compute-port.ts";
import { instanceNotRunning, ProviderError } from "../../ports/provider-error.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import { machineOf, pathOfInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";

/** A line `node PATH` for each device, and a line `smi TEXT` for each that NVIDIA's program lists. */
const LOOK = [
  'for node in /dev/nvidia[0-9]* /dev/dri/card* /dev/dri/renderD* /dev/kfd; do [ ! -c "$node" ] || echo "node $node"; done',
  'command -v nvidia-smi >/dev/null && listed=$(nvidia-smi -L) && printf "%s\\n" "$listed" | sed "s/^/smi /"',
  "exit 0",
].join("; ");
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
  const command = ["/bin/sh", "-c", LOOK];
  const ended = await site.client.change("POST", path, { command, ...wanted }, signal).catch((error) => {
    throw error instanceof LxdRefusal && NO_AGENT.test(String(error.cause)) ? agentSilent(error) : error;
  });
  const file = Recorded.parse(ended).output["1"].replace(/^\/1\.0/, "");
  const said = (await site.client.download(file, signal, {}, MOST_BYTES))?.toString() ?? "";
  return seenIn(said);
}

/** The nodes and the lines of NVIDIA's program in what a guest said. */
export function seenIn(said: string): SeenGpus {
  const lines = said.split("\n").map((line) => line.trim());
  const after = (word: string) =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  const listed = after("smi");
  return { nodes: after("node"), listed: listed.length === 0 ? null : listed };
}

function agentSilent(cause: LxdRefusal): ProviderError {
  return new ProviderError(
    "provider_unavailable",
    "The agent in the virtual machine does not answer yet; it is tried again.",
    { retryable: true, cause },
  );
}
