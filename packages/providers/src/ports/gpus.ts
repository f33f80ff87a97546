// What all kinds of sites mean by a GPU (docs/gpu.md).
import type { SeenGpus } from "./compute-port.ts";

/** PCI ID database. */
export const NVIDIA = "10de";
const AMD = "1002";
/** The makers of GPUs. Others make the displays of servers' boards. */
export const MAKERS: ReadonlySet<string> = new Set([NVIDIA, AMD]);

/** The PCI address of the card of a GPU. A whole card is its own. */
export function cardOf(address: string): string {
  return address.split("/", 1)[0] ?? address;
}

/** Looks for GPUs in a guest: a line `node PATH` for each device, and `smi TEXT` for each that NVIDIA's program lists. */
export const LOOK_FOR_GPUS = [
  'for node in /dev/nvidia[0-9]* /dev/dri/card* /dev/dri/renderD* /dev/kfd; do [ ! -c "$node" ] || echo "node $node"; done',
  'command -v nvidia-smi >/dev/null && listed=$(nvidia-smi -L) && printf "%s\\n" "$listed" | sed "s/^/smi /"',
  "exit 0",
].join("; ");

/** The nodes and the lines of NVIDIA's program in what a guest said. */
export function seenIn(said: string): SeenGpus {
  const lines = said.split("\n").map((line) => line.trim());
  const after = (word: string) =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  const listed = after("smi");
  return { nodes: after("node"), listed: listed.length === 0 ? null : listed };
}
