import { explainOperation } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

export const why = ({ reportingOf }: Actions) =>
  command("why", "Explain an operation: who asked, what each step did and how long it took, and why it waits or failed")
    .argument("<operation>", "its id, which begins with op_")
    .option("--output <text|json>", "json prints one JSON document, as --json does")
    .action(
      reportingOf(async ({ database }, operation) => {
        const explanation = await explainOperation(database, operation);
        return { text: explanation.sentences.map((sentence) => `${sentence}\n`).join(""), json: explanation };
      }),
    );
