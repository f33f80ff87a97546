import { Option } from "commander";
import type { Field } from "./table.ts";

/** `--force` and `--no-force` of a boolean; `--no-…` of a list and of what takes null. */
export function optionsOf(field: Field): Option[] {
  const { flag, type, list, nullable, choices, about = "", required } = field;
  const text = [about, choices?.join(", "), required ? "(required)" : ""].filter(Boolean).join(" ");
  const value = type === "boolean" ? "" : ` <${type === "json" ? "json" : type === "string" ? flag : "number"}>`;
  const option = new Option(`--${flag}${value}`, list ? `${text} May be repeated.`.trim() : text);
  if (list) option.argParser((item, items: readonly string[] | undefined) => [...(items ?? []), item]);
  const no = new Option(`--no-${flag}`, type === "boolean" ? "not so" : "none").hideHelp(!nullable);
  return type === "boolean" || list || nullable ? [option, no] : [option];
}

/** The name under which commander has the value of a field. */
export function attributeOf({ flag }: Field): string {
  return new Option(`--${flag}`).attributeName();
}
