import type { OperationStep } from "@fulmar/sdk";

/** Shows the steps of an operation on stderr: one line that changes on a terminal, and plain lines elsewhere. */
export function stepsShown(quiet: boolean): { onStep(step: OperationStep): void; end(): void } {
  const { isTTY } = process.stderr;
  return {
    onStep({ name, status, error }) {
      if (quiet) return;
      const text = `${name} ${status}${error === null ? "" : `: ${error}`}`;
      process.stderr.write(isTTY ? `\r\u001b[K${text.replaceAll(/\p{Cc}/gu, " ")}` : `${text}\n`);
    },
    end() {
      if (!quiet && isTTY) process.stderr.write("\r\u001b[K");
    },
  };
}
