import { z } from "zod";
import { Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import type { VmKind } from "./vm-changes.ts";
import { vmId } from "./vm-fields.ts";

/** What a VM wrote to its console, as it wrote it: with escape sequences, and with U+FFFD for what is no UTF-8. */
export const ConsoleLog = z
  .strictObject({
    log: z.string(),
    /** There was more before it. */
    truncated: z.boolean(),
    read_at: Timestamp,
  })
  .meta({ id: "ConsoleLog" });
export type ConsoleLog = z.infer<typeof ConsoleLog>;

/** What a machine says of itself where nobody can get in. */
export function vmConsoleOperation<const Kind extends string>({ kind, resource, path, noun }: VmKind<Kind>) {
  return defineOperation({
    id: `${kind}.consoleLog` as const,
    resource,
    family: "Compute",
    method: "GET",
    path: `${path}/{vm_id}/console-log`,
    scope: "vm.read",
    summary: `Read what a ${noun} wrote to its console`,
    description:
      "The last 64 KiB at most, asked of the VM's site: while that does not answer, 503 `site_unavailable`. " +
      "409 `no_instance` before the machine is made and after it was deleted, 409 `unsupported_by_site` where the site keeps no log of consoles.",
    params: vmId,
    output: ConsoleLog,
    errors: ["not_found", "conflict"],
  });
}
