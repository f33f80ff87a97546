// The operator's commands for unknown resources (docs/restore.md). The commands are `admin site …`.
import {
  type AdoptedMachine,
  adoptMachine,
  adoptResources,
  discardResource,
  listStrangers,
  listUnknown,
  previewResume,
  type ResumePreview,
  releaseMachine,
  resumeSite,
} from "@fulmar/core/operator";
import type { Actions, CommandContext } from "../actions.ts";
import { confirm } from "../confirm.ts";
import { command, parseWorkspace, UsageError } from "../program.ts";
import { type Answer, render } from "../render.ts";

export const unknownResourceCommands = ({ answering }: Actions) => [
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
  command("strangers", "List the machines and volumes at a site that are not Fulmar's, and why they cannot be adopted")
    .requiredOption("--site <ID>", "the site")
    .action(
      answering(async ({ database, configuration }, { site }) => {
        const { machines, volumes } = await listStrangers(database, configuration, site);
        return {
          machines: machines.map((machine) => ({
            name: machine.name,
            type: machine.type,
            status: machine.power,
            cpu: textOf(machine.cpu),
            ram_mb: textOf(machine.ramMb),
            disk_gb: textOf(machine.diskGb),
            addresses: machine.addresses.join(", ") || null,
            hosts: machine.hosts.join(", ") || null,
            image: machine.image,
            volumes: machine.volumes.join(", ") || null,
            obstacles: machine.obstacles.join(" ") || null,
            warnings: machine.warnings.join(" ") || null,
          })),
          volumes: volumes.map(({ name, sizeGb, machines: users, obstacles }) => ({
            name,
            size_gb: textOf(sizeGb),
            attached_to: users.join(", ") || null,
            obstacles: obstacles.join(" ") || null,
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
      answering(async ({ database, configuration, input, err }, { site, yes }) => {
        const preview = await previewResume(database, configuration, site);
        const question =
          `${preview.detail}\n\n${render(previewAnswer(preview), false)}\n` +
          `No other database may drive the site ${preview.name} from now on.`;
        // Printed even without a prompt, because it lists what resuming leaves unknown.
        if (yes) err.write(`${question}\n`);
        await confirm({ input, err }, { yes, question, answer: site });
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
    "Adopt unknown resources, each with the resources it needs, or a machine that is not Fulmar's; " +
      "they are charged from now on",
  )
    .requiredOption("--site <ID>", "the site")
    .option("--id <ID>", "the resource, as admin site unknown lists it")
    .option("--machine <NAME>", "a machine that is not Fulmar's, as admin site strangers lists it; it runs on")
    .option("--all", "all unknown resources of the site; the answer names those that cannot be adopted")
    .option(
      "--workspace <ID>",
      "the workspace, instead of the one in its site record; with --all, only for resources without one; a machine needs it",
    )
    .option("--name <NAME>", "the VM's name; by default the machine's")
    .option(
      "--plan <ID>",
      "the plan that a VM is charged for, instead of its own; with --all, only for VMs whose labels name none; " +
        "of a machine, by default the cheapest that covers it",
    )
    .option("--force", "adopt a machine although quota, funds or the plan do not suffice")
    .option("--dry-run", "only show what would be recorded of a machine")
    .action(
      answering(async (context, { site, id, all, machine, workspace, plan, name, force = false, dryRun = false }) => {
        const { database, configuration } = context;
        if ([id, all, machine].filter((named) => named !== undefined).length !== 1)
          throw new UsageError("Give either --id, --all or --machine.");
        if (machine !== undefined) return adoptOne(context, { site, machine, workspace, plan, name, force, dryRun });
        if (name !== undefined || force || dryRun)
          throw new UsageError("The options --name, --force and --dry-run are for --machine.");
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
  command("release", "Let a VM and its volumes go: they run on at their site, and are not Fulmar's any more")
    .requiredOption("--vm <ID>", "the VM")
    .option("--yes", "do not ask for confirmation; needed without a terminal")
    .action(
      answering(async ({ database, configuration, input, err }, { vm, yes }) => {
        const question =
          `${vm} will no longer be a VM of Fulmar. Its machine and its volumes stay at the site as they are, and its ` +
          "charges end.";
        await confirm({ input, err }, { yes, question, answer: vm });
        const { siteId, name, machine, volumes } = await releaseMachine(database, configuration, vm);
        return { site_id: siteId, vm_id: vm, name, machine, volumes: [...volumes], released: true };
      }),
    ),
  command("discard", "Delete one unknown resource from its site, with all its data, for good")
    .requiredOption("--site <ID>", "the site; cdn for a distribution")
    .requiredOption("--id <ID>", "the resource, as admin site unknown lists it")
    .option("--yes", "do not ask for confirmation; needed without a terminal")
    .action(
      answering(async ({ database, configuration, input, err }, { site, id, yes }) => {
        const question = `${id} will be deleted from its site, with all its data, for good.`;
        await confirm({ input, err }, { yes, question, answer: id });
        const discarded = await discardResource(database, configuration, { siteId: site, id });
        return { kind: discarded.kind, id: discarded.id, name: discarded.name, discarded: true };
      }),
    ),
];

function textOf(limit: number | null): string | null {
  return limit === null ? null : String(limit);
}

interface MachineOptions {
  readonly site: string;
  readonly machine: string;
  readonly workspace: string | undefined;
  readonly plan: string | undefined;
  readonly name: string | undefined;
  readonly force: boolean;
  readonly dryRun: boolean;
}

async function adoptOne(
  { database, configuration }: CommandContext,
  { site, machine, workspace, plan, ...options }: MachineOptions,
): Promise<Answer> {
  if (workspace === undefined) throw new UsageError("A machine needs --workspace: name whose VM it becomes.");
  const request = { siteId: site, machine, workspaceId: parseWorkspace(workspace), planId: plan, ...options };
  return machineAnswer(await adoptMachine(database, configuration, request));
}

function machineAnswer({ vmId, plan, volumes, ...machine }: AdoptedMachine): Answer {
  return {
    vm_id: vmId,
    name: machine.name,
    status: machine.power,
    image: "unknown",
    cpu: String(machine.cpu),
    ram_mb: String(machine.ramMb),
    disk_gb: String(machine.diskGb),
    plan_id: plan.planId,
    addresses: [...machine.addresses],
    hourly_price: machine.hourlyPrice,
    adopted: vmId !== null,
    warnings: [...machine.warnings],
    volumes: volumes.map(({ name, sizeGb, devicePath }) => ({
      name,
      size_gb: String(sizeGb),
      device_path: devicePath,
    })),
  };
}

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
