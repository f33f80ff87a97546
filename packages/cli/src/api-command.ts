import { Command } from "commander";
import { connect, connectOperator } from "./contexts.ts";
import { UsageError } from "./failure.ts";
import { readBody } from "./input.ts";
import { type GlobalOptions, print } from "./output.ts";

/** `fulmar api GET /compute/sites`: any request, and its answer as JSON. */
export function apiCommand(): Command {
  const command = new Command("api")
    .description("Send any request, and print its answer as JSON")
    .argument("<method>", "GET, POST, PATCH, PUT or DELETE")
    .argument("<path>", "below the version, such as /compute/sites?limit=5")
    .option("--body <file>", "a JSON object; - is the standard input")
    .option("--idempotency-key <key>", "in place of a new one");
  return command.action(async (method: string, path: string) => {
    const options = command.optsWithGlobals<GlobalOptions & { body?: string; idempotencyKey?: string }>();
    const [pathname = "", search] = path.split("?");
    const query = new URLSearchParams(search);
    if (!isPath(pathname)) throw new UsageError("The path must begin with /.");
    const client = pathname.startsWith("/operator/") ? connectOperator(options) : connect(options);
    const answer = await client.request(method.toUpperCase(), pathname, {
      query: Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)])),
      body: options.body === undefined ? undefined : readBody(options.body),
      idempotencyKey: options.idempotencyKey,
    });
    const { output } = options;
    await print(answer, [], { ...options, output: output === "table" ? "json" : output });
  });
}

function isPath(path: string): path is `/${string}` {
  return path.startsWith("/");
}
