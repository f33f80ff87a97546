import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Command } from "commander";
import { contextsPath, readContexts, writeContexts } from "./contexts.ts";
import { environment } from "./environment.ts";
import { UsageError } from "./failure.ts";
import { type GlobalOptions, print } from "./output.ts";

const COLUMNS = ["name", "current", "api_url", "workspace_id"];

/** `fulmar context …`: the APIs and tokens that commands use. No command prints a token. */
export function contextCommand(): Command {
  const group = new Command("context").description("create, use, list, delete").helpCommand(false);
  group.addCommand(createCommand());
  group.addCommand(
    new Command("use")
      .description("Make a context the current one")
      .argument("<name>")
      .action((name: string) => {
        const { contexts } = readContexts();
        if (contexts[name] === undefined) throw new UsageError(`There is no context ${name}.`);
        writeContexts({ contexts, current: name });
      }),
  );
  const list = new Command("list").alias("ls").description("List the contexts, without their tokens");
  group.addCommand(
    list.action(async () => {
      const { current, contexts } = readContexts();
      const rows = Object.entries(contexts).map(([name, { api_url, workspace_id }]) => ({
        name,
        current: name === current,
        api_url,
        workspace_id: workspace_id ?? null,
      }));
      await print(rows, COLUMNS, list.optsWithGlobals<GlobalOptions>());
    }),
  );
  group.addCommand(
    new Command("delete")
      .alias("rm")
      .description("Delete a context")
      .argument("<name>")
      .action((name: string) => {
        const { current, contexts } = readContexts();
        const { [name]: deleted, ...left } = contexts;
        if (deleted === undefined) throw new UsageError(`There is no context ${name}.`);
        writeContexts({ contexts: left, ...(current !== undefined && current !== name && { current }) });
      }),
  );
  return group;
}

/** The token comes from the environment or the standard input: what is typed as an argument is seen by `ps`. */
function createCommand(): Command {
  const command = new Command("create")
    .description("Make a context, and use it. Its token is FULMAR_TOKEN, or is read from the standard input")
    .argument("<name>")
    .requiredOption("--api-url <url>", "such as https://api.example.com/v1", environment().FULMAR_API_URL);
  return command.action(async (name: string, { apiUrl }: { apiUrl: string }) => {
    const { workspace = environment().FULMAR_WORKSPACE } = command.optsWithGlobals<GlobalOptions>();
    if (!URL.canParse(apiUrl) || !/^https?:/.test(apiUrl)) throw new UsageError("--api-url must be an address.");
    const token = environment().FULMAR_TOKEN ?? (await askForToken());
    if (token === "") throw new UsageError("There is no token: set FULMAR_TOKEN, or write it to the standard input.");
    const { contexts } = readContexts();
    const context = { api_url: apiUrl, token, ...(workspace !== undefined && { workspace_id: workspace }) };
    writeContexts({ current: name, contexts: { ...contexts, [name]: context } });
    process.stderr.write(`The context ${name} is in ${contextsPath()}.\n`);
  });
}

/** One line, which a terminal does not show. */
async function askForToken(): Promise<string> {
  const terminal = process.stdin.isTTY === true;
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (terminal) process.stderr.write("Token: ");
  const lines = createInterface({ input: process.stdin, output: hidden, terminal });
  for await (const line of lines) {
    lines.close();
    if (terminal) process.stderr.write("\n");
    return line.trim();
  }
  return "";
}
