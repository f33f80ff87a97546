import type { InvoiceFile, ResourceGraph, WorkspaceMap } from "@fulmar/sdk";
import { Command } from "commander";
import { connect, connectOperator, isRecord } from "./contexts.ts";
import { writeFileAnswer } from "./file-answer.ts";
import { printGraph, printMap } from "./graph-text.ts";
import { inputOf } from "./input.ts";
import { type AnyClient, invoke, invokeList, invokePlan, waitOf } from "./invoke.ts";
import { resolveNames } from "./lookup.ts";
import { attributeOf, optionsOf } from "./operation-options.ts";
import { type GlobalOptions, print } from "./output.ts";
import { printPlan } from "./plan-text.ts";
import { stepsShown } from "./progress.ts";
import type { OperationCommand } from "./table.ts";

/** The largest page that the API has. */
const LARGEST_PAGE = 1000;
const WAIT_SECONDS = 60;

/** The command of an operation, with a flag for each of its fields. */
export function operationCommand(commands: readonly OperationCommand[], operation: OperationCommand): Command {
  const command = new Command(operation.verb).summary(operation.summary);
  command.description(`${operation.summary}.\n\n${operation.text}`);
  for (const { flag, found } of operation.args)
    command.argument(`<${flag}>`, found === undefined ? undefined : "its id, or its name");
  for (const field of operation.flags) for (const option of optionsOf(field)) command.addOption(option);
  if (operation.body) command.option("--body <file>", "the other fields, as a JSON object; - is the standard input");
  if (operation.wait !== undefined) command.option("--wait", "wait until it has ended, and show the steps");
  if (operation.change) command.option("--dry-run", "show what it would do, and change nothing");
  if (operation.verb === "list") command.alias("ls");
  if (operation.verb === "delete") command.alias("rm");
  return command.action(async () => {
    const options = command.optsWithGlobals<GlobalOptions & { body?: string; wait?: boolean; dryRun?: boolean }>();
    const values = Object.fromEntries(
      operation.flags.map((field) => [field.name, command.getOptionValue(attributeOf(field))]),
    );
    const input = inputOf(operation, command.args, values, options.body);
    const client = operation.operator ? connectOperator(options) : connect(options);
    await resolveNames(client, commands, operation, input);
    if (options.dryRun) return printPlan(await invokePlan(client, operation.id, input), options);
    const answer = await answerOf({ client, commands, operation }, input, options);
    if (operation.id === "invoice.file" && options.output === "table") return writeFileAnswer(answer as InvoiceFile);
    if (operation.id === "resource.graph") return printGraph(answer as ResourceGraph, options);
    if (operation.id === "resource.map") return printMap(answer as WorkspaceMap, options);
    await print(answer, operation.columns, options);
  });
}

interface Run {
  readonly client: AnyClient;
  readonly commands: readonly OperationCommand[];
  readonly operation: OperationCommand;
}

async function answerOf(
  { client, commands, operation: { id, list, rows, flags, wait, shown } }: Run,
  input: Record<string, unknown>,
  options: { readonly quiet?: boolean | undefined; readonly wait?: boolean | undefined },
): Promise<unknown> {
  if (list || rows !== undefined) {
    const { limit, ...rest } = input;
    const page = flags.some(({ name }) => name === "limit")
      ? { limit: Math.min(Number(limit ?? LARGEST_PAGE), LARGEST_PAGE) }
      : {};
    return invokeList(
      client,
      { id, ...(rows !== undefined && { rows }) },
      { ...rest, ...page },
      limit === undefined ? undefined : Number(limit),
    );
  }
  const answer = await invoke(client, id, input);
  if (!options.wait || wait === undefined || !isRecord(answer)) return answer;
  const waitForIt = waitOf(answer);
  const show = (get: string, more = {}) => invoke(client, get, { ...pathOf(commands, get, answer), ...more });
  if (waitForIt === undefined) return settled(() => show(wait, { wait: WAIT_SECONDS }));
  const steps = stepsShown(options.quiet === true);
  const ended = await waitForIt(steps).finally(() => steps.end());
  return shown === undefined ? ended : show(shown);
}

/** The fields of an operation's path, which an answer has. */
function pathOf(commands: readonly OperationCommand[], id: string, answer: Readonly<Record<string, unknown>>) {
  const args = commands.find((command) => command.id === id)?.args ?? [];
  return Object.fromEntries(args.map(({ name }) => [name, answer[name]]));
}

/** Asks for a resource until the API answers before the time is up: then it has stopped changing. */
async function settled(ask: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    const begun = Date.now();
    const now = await ask();
    if (Date.now() - begun < (WAIT_SECONDS - 1) * 1000) return now;
  }
}
