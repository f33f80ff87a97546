import { writeFileSync } from "node:fs";
import type { InvoiceFile } from "@fulmar/sdk";
import { textOf } from "./output.ts";

/** Writes the file that an answer holds: to the standard output, or beside the user where that is a terminal. */
export function writeFileAnswer({ file_name, content }: InvoiceFile): void {
  const bytes = Buffer.from(content, "base64");
  if (!process.stdout.isTTY) {
    process.stdout.write(bytes);
    return;
  }
  const name = textOf(file_name).replaceAll(/[/\\]/g, "-");
  writeFileSync(name, bytes, { flag: "wx" });
  process.stdout.write(`${name}\n`);
}
