import { realpathSync } from "node:fs";
import { Command } from "commander";
import { connect } from "../contexts.ts";
import { UsageError } from "../failure.ts";
import { inputOf } from "../input.ts";
import { resolveNames } from "../lookup.ts";
import { attributeOf, optionsOf } from "../operation-options.ts";
import { print } from "../output.ts";
import { printPlan } from "../plan-text.ts";
import type { OperationCommand } from "../table.ts";
import type { UploadOptions } from "./image-of-file.ts";

/** What the command says itself of an import. */
const OWN = new Set(["url", "object_key", "sha256"]);

export function hasUpload(noun: string): boolean {
  return noun === "image";
}

/** `fulmar image upload FILE`: uploads a file to a bucket, in parts, has an image made of it, and removes the object. */
export function uploadCommand(commands: readonly OperationCommand[]): Command {
  const declared = commands.find(({ id }) => id === "image.import");
  if (declared === undefined) throw new Error("there is no image.import");
  const flags = declared.flags
    .filter(({ name }) => !OWN.has(name))
    .map((field) => (field.name === "bucket_name" ? { ...field, required: true as const } : field));
  const operation = { ...declared, flags };
  const command = new Command("upload")
    .summary("Upload a file and make an image of it")
    .description(
      "Upload a file to a bucket of the workspace, in parts, and make an image of it.\n\nAn interrupted upload goes on " +
        "when the same command is run again. The object is deleted when the image is available.",
    )
    .argument("<file>", "what the image is made of");
  for (const field of flags) for (const option of optionsOf(field)) command.addOption(option);
  command
    .option("--no-wait", "do not wait for the image; the object stays in the bucket")
    .option("--restart", "discard what an earlier run has uploaded, and begin anew")
    .option("--dry-run", "show what it would do, and change nothing");
  return command.action(async (file: string) => {
    const options = command.optsWithGlobals<UploadOptions>();
    const values = Object.fromEntries(flags.map((field) => [field.name, command.getOptionValue(attributeOf(field))]));
    const input = inputOf(operation, [], values, undefined);
    const client = connect(options);
    await resolveNames(client, commands, operation, input);
    // Every other command starts without it.
    const { imageOfFile, planOfFile } = await import("./image-of-file.ts");
    const run = { client, path: pathOf(file), input, options };
    if (options.dryRun) return printPlan(await planOfFile(run), options);
    await print(await imageOfFile(run), operation.columns, options);
  });
}

/** Without links. */
function pathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (cause) {
    throw new UsageError(`The file cannot be read: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  }
}
