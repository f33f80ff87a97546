import type { OperationStep } from "@fulmar/sdk";

/** Shows the steps of an operation on stderr: one line that changes on a terminal, and plain lines elsewhere. */
export function stepsShown(quiet: boolean): { onStep(step: OperationStep): void; end(): void } {
  const line = lineShown(quiet);
  return {
    onStep: ({ name, status, error }) => line.show(`${name} ${status}${error === null ? "" : `: ${error}`}`),
    end: () => line.end(),
  };
}

/** Shows what is under way on stderr: one line that changes on a terminal, and a line for each other text elsewhere. */
export function lineShown(quiet: boolean): { show(text: string): void; end(): void } {
  const { isTTY } = process.stderr;
  let shown = "";
  return {
    show(text) {
      if (quiet || text === shown) return;
      shown = text;
      process.stderr.write(isTTY ? `\r\u001b[K${text.replaceAll(/\p{Cc}/gu, " ")}` : `${text}\n`);
    },
    end() {
      if (!quiet && isTTY) process.stderr.write("\r\u001b[K");
    },
  };
}
