// The operator's commands for unknown resources (docs/restore.md). The commands are `admin site …`.
import {
  adoptResources,
  discardResource,
  listUnknown,
  previewResume,
  type ResumePreview,
  resumeSite,
} from "@fulmar/core/operator";
import { confirm } from "../confirm.ts";
import { command, parseWorkspace, UsageError } from "../program.ts";
import { type Answer, render } from "../render.ts";
import { answering } from "../run-command.ts";

export const unknownResourceCommands = [
  command("unknown", "List the unknown resources at sites, which stay until they are adopted or discarded")
    .option("--site <ID>", "one site; by default all of them")
    .action(
      answering(async ({ database }, { site }) => {
        const unknown = await listUnknown(database, site);
        return {
          unknown: unknown.map(({ site_id, kind, id, name, size, workspace_id, made_at, first_seen_at, record }) => ({
            site_id,
            kind,
            id,
            name,
            size,
            workspace_id,
            made_at: made_at?.toISOString() ?? null,
            first_seen_at: first_seen_at.toISOString(),
            record: record === null ? "no" : "yes",
          })),
        };
      }),
    ),
  command(
    "resume",
    "Resume a fenced site, after showing the unknown resources there: this database drives it from then on",
  )
    .requiredOption("--site <ID>", "the site")
    .option("--yes", "do not ask for confirmation; needed without a terminal")
    .action(
      answering(async ({ database, configuration }, { site, yes }) => {
        const preview = await previewResume(database, configuration, site);
        const question = `${preview.detail}\n\n${render(previewAnswer(preview), false)}\nNo other database may drive the site ${preview.name} from now on.`;
        // Printed even without a prompt, because it lists what resuming leaves unknown.
        if (yes) process.stderr.write(`${question}\n`);
        await confirm({ yes, question, answer: site });
        const { name, interrupted, unknown } = await resumeSite(database, configuration, site);
        return {
          site_id: site,
          name,
          resumed: true,
          interrupted_operations: String(interrupted),
          unknown: String(unknown),
        };
      }),
    ),
  command(
    "adopt",
    "Adopt unknown resources, each with the resources it needs, from their site records, labels and state; they are charged from now on",
  )
    .requiredOption("--site <ID>", "the site")
    .option("--id <ID>", "the resource, as admin site unknown lists it")
    .option("--all", "all unknown resources of the site; the answer names those that cannot be adopted")
    .option(
      "--workspace <ID>",
      "the workspace, instead of the one in its site record; with --all, only for resources without one",
    )
    .option(
      "--plan <ID>",
      "the plan that a VM is charged for, instead of its own; with --all, only for VMs whose labels name none",
    )
    .action(
      answering(async ({ database, configuration }, { site, id, all, workspace, plan }) => {
        if ((id === undefined) === (all === undefined)) throw new UsageError("Give either --id or --all.");
        const { adopted, left } = await adoptResources(database, configuration, {
          siteId: site,
          ids: id === undefined ? "all" : [id],
          workspaceId: workspace === undefined ? undefined : parseWorkspace(workspace),
          planId: plan,
        });
        return {
          adopted: adopted.map(({ kind, id, name }) => ({ kind, id, name })),
          left: left.map(({ kind, id, name, reason }) => ({ kind, id, name, reason })),
        };
      }),
    ),
  command("discard", "Delete one unknown resource from its site, with all its data, for good")
    .requiredOption("--site <ID>", "the site; cdn for a distribution")
    .requiredOption("--id <ID>", "the resource, as admin site unknown lists it")
    .option("--yes", "do not ask for confirmation; needed without a terminal")
    .action(
      answering(async ({ database, configuration }, { site, id, yes }) => {
        const question = `${id} will be deleted from its site, with all its data, for good.`;
        await confirm({ yes, question, answer: id });
        const discarded = await discardResource(database, configuration, { siteId: site, id });
        return { kind: discarded.kind, id: discarded.id, name: discarded.name, discarded: true };
      }),
    ),
];

function previewAnswer({
  name,
  reason,
  since,
  unknown,
  waitingOperations,
  interruptedOperations,
}: ResumePreview): Answer {
  return {
    name,
    fenced: reason,
    since: since.toISOString(),
    waiting_operations: String(waitingOperations),
    operations_that_end: String(interruptedOperations),
    unknown: unknown.map(({ kind, id, name: own, size }) => ({ kind, id, name: own, size })),
  };
}
