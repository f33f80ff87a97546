import { explainOperation } from "@fulmar/core/operator";
import { command } from "../program.ts";
import { reportingOf } from "../run-command.ts";

export const why = command(
  "why",
  "Explain an operation: who asked, what each step did and how long it took, and why it waits or failed",
)
  .argument("<operation>", "its id, which begins with op_")
  .option("--output <text|json>", "json prints one JSON document, as --json does")
  .action(
    reportingOf(async ({ database }, operation) => {
      const explanation = await explainOperation(database, operation);
      return { text: explanation.sentences.map((sentence) => `${sentence}\n`).join(""), json: explanation };
    }),
  );
