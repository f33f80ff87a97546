import { allCommands } from "./commands/all-commands.ts";
import { failureSentence } from "./failure-sentence.ts";
import { commandsForHelp, parseArguments } from "./parse-arguments.ts";
import { render } from "./render.ts";
import { runCommand } from "./run-command.ts";
import { usage } from "./usage.ts";

const args = process.argv.slice(2);

if (args.includes("--help") || args.includes("-h")) {
  process.stdout.write(usage(commandsForHelp(args, allCommands)));
} else {
  try {
    const request = parseArguments(args, allCommands);
    process.stdout.write(render(await runCommand(request), request.json));
  } catch (error) {
    process.stderr.write(`${failureSentence(error)}\n`);
    process.exitCode = 1;
  }
}
