import { ERROR_STATUS, type ErrorKind } from "@fulmar/contract";
import { REFUSALS } from "@fulmar/contract/refusals";
import type { Page } from "../page.ts";
import { table } from "./schema-text.ts";

/** The page of every code of a refusal, by status. */
export function errorsPage(): Page {
  const kinds = Object.keys(REFUSALS).filter(isKind);
  const sections = kinds.flatMap((kind) => [
    `## ${ERROR_STATUS[kind]} ${kind.replaceAll("_", " ")}`,
    table(
      ["Code", "What to do"],
      Object.entries(REFUSALS[kind]).map(([code, advice]) => [`\`${code}\``, advice]),
    ),
  ]);
  return {
    path: "api/errors",
    title: "Errors by code",
    section: "api",
    group: null,
    source: null,
    markdown: [
      "# Errors by code",
      "An error answers `detail`, `code` and `request_id`, with `errors` for invalid fields and `blockers` for " +
        "resources in the way. [When something fails](/docs/guides/errors) shows how to go about it. " +
        "Advice that begins with “Operators” is about the installation.",
      ...sections,
    ].join("\n\n"),
  };
}

function isKind(name: string): name is ErrorKind {
  return Object.hasOwn(ERROR_STATUS, name);
}
