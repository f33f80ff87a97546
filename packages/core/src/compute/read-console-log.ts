import type { ConsoleLog, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { conflict, DomainError, found } from "../request/domain-error.ts";
import { askedConsoleLog, SiteSilent, siteAnswer, unsupportedBySite, unsupportedFeature } from "../site/index.ts";
import { type VmInput, vmNoun } from "./vm-guards.ts";

// Asks in the statement that looks for the VM, so that the question costs no round trip.
const ask = statement(
  "vm_console_ask",
  `WITH found AS (
     SELECT v.vm_id, s.provider, s.unsupported, v.deleted_at IS NOT NULL AS deleted FROM vm v
       JOIN site s ON s.site_id = v.site_id
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type
   ), asked AS (
     ${askedConsoleLog(`SELECT f.provider, f.vm_id FROM found f
                         WHERE NOT f.deleted AND 'console_log' <> ALL (f.unsupported)`)}
   )
   SELECT f.unsupported, f.deleted, (SELECT a.question_id FROM asked a) AS question_id,
          (SELECT a.pg_notify FROM asked a) AS woken FROM found f`,
);

/**
 * Reads the console log from the VM's site, through a worker. @throws DomainError 404; 409 without an instance, or when
 * the site has no logs; 503 while the site does not answer
 */
export async function readConsoleLog(
  context: RequestContext,
  type: VmType,
  { vm_id }: VmInput<"consoleLog">,
): Promise<ConsoleLog> {
  const { sql, workspace } = context;
  const vm = found(await sql.maybe(ask, { workspace_id: workspace.id, vm_id, type }), vmNoun(type));
  if (vm.deleted) throw noInstance();
  const unsupported = unsupportedFeature(vm.unsupported, "console_log");
  if (unsupported !== undefined) throw unsupportedBySite(unsupported);
  const { bytes, truncated } = await answerOf(context, vm.question_id ?? "");
  return { log: textOf(bytes), truncated, read_at: new Date().toISOString() };
}

async function answerOf({ sql, signal }: RequestContext, questionId: string) {
  try {
    return await siteAnswer(sql, questionId, signal);
  } catch (error) {
    if (!(error instanceof SiteSilent)) throw error;
    if (error.code === "instance_not_found") throw noInstance();
    throw new DomainError("unavailable", "The VM's site does not answer right now; try again in a moment.", {
      code: "site_unavailable",
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}

function noInstance(): DomainError {
  return conflict(
    "no_instance",
    "The VM has no instance at its site: it is not created yet, or it was deleted; look at its operations.",
  );
}

/** Removes a partial character at the start of a cut log, and NUL characters, which cannot be shown. */
function textOf(bytes: Buffer): string {
  const first = bytes.subarray(0, 4).findIndex((byte) => (byte & 0b1100_0000) !== 0b1000_0000);
  return new TextDecoder().decode(bytes.subarray(Math.max(0, first))).replaceAll("\0", "");
}
