import { readFileSync } from "node:fs";

/** A field of an operation as a flag or an argument. */
export interface Field {
  /** Its name in the API. */
  readonly name: string;
  /** `vpc` of `--vpc`; the word of an argument. */
  readonly flag: string;
  /** `json` for what has an inner structure. */
  readonly type: "string" | "integer" | "number" | "boolean" | "json";
  /** A list, whose flag may be repeated. */
  readonly list?: true;
  /** Takes null: `--no-…`. */
  readonly nullable?: true;
  readonly required?: true;
  readonly choices?: readonly string[];
  readonly about?: string;
  /** The operations that list what it names, for names in place of ids. */
  readonly found?: readonly string[];
}

/** An operation of the API as a command. */
export interface OperationCommand {
  /** `cloudVm.create` */
  readonly id: string;
  /** `vm`, `create`. A noun of operators has two words: `operator token`. */
  readonly noun: string;
  readonly verb: string;
  readonly summary: string;
  readonly text: string;
  /** The fields of the path, in its order. */
  readonly args: readonly Field[];
  /** The other fields. */
  readonly flags: readonly Field[];
  readonly body?: true;
  readonly list?: true;
  /** Changes something, so it takes `--dry-run`. */
  readonly change?: true;
  /** Concerns the installation, so it takes an operator token and no workspace. */
  readonly operator?: true;
  /** The field of the answer that has the items of a list in pages by offset. */
  readonly rows?: string;
  /** The filter of a list that finds what is deleted and can be restored. */
  readonly deleted?: Readonly<Record<string, boolean | string>>;
  /**
   * `operation` if the answer names an operation to wait for. An operation's id if that one waits until the resource
   * has stopped changing.
   */
  readonly wait?: string;
  /** The operation that shows the resource, where the answer has every field that it needs. */
  readonly shown?: string;
  /** The columns of a table. The first one is the id, by which other operations name the resource. */
  readonly columns: readonly string[];
}

/**
 * Generated from the contract by `npm run generate`. JSON, because its text is read faster than
 * code: every start reads it.
 */
export function loadCommands(): readonly OperationCommand[] {
  return JSON.parse(readFileSync(new URL("../api/commands.json", import.meta.url), "utf8"));
}
