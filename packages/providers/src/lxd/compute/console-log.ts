import { CONSOLE_LOG_BYTES, type ConsoleLog } from "../../ports/compute-port.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import { machineOf, pathOfInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";

/** LXD 5.0 keeps a container's console in a ring of 128 KiB while it runs, and in a file when it has stopped. */
export async function readConsoleLog(site: LxdSite, vmId: string, signal: AbortSignal): Promise<ConsoleLog> {
  const { name } = await machineOf(site, vmId, signal);
  const bytes = await bufferOf(site, name, signal);
  return { bytes: bytes.subarray(-CONSOLE_LOG_BYTES), truncated: bytes.length > CONSOLE_LOG_BYTES };
}

/** A console that nothing was written to yet has no file, which the server answers with 500. */
const NOTHING_YET = /no such file or directory/;

async function bufferOf({ client }: LxdSite, name: string, signal: AbortSignal): Promise<Buffer> {
  try {
    return (await client.download(pathOfInstance(name, "console"), signal, { type: "log" })) ?? Buffer.alloc(0);
  } catch (error) {
    if (error instanceof LxdRefusal && NOTHING_YET.test(String(error.cause))) return Buffer.alloc(0);
    throw error;
  }
}
