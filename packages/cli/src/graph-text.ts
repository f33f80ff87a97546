import type { ResourceGraph } from "@fulmar/sdk";
import { type OutputOptions, print, textOf } from "./output.ts";

/** Prints what uses what: a line for each relation, or the record in the other formats. */
export async function printGraph(graph: ResourceGraph, options: OutputOptions): Promise<void> {
  const { output = "table", columns, quiet } = options;
  if (output !== "table" || columns !== undefined || quiet) return print(graph, [], options);
  process.stdout.write(
    graphLines(graph)
      .map((line) => `${line}\n`)
      .join(""),
  );
}

type Reference = ResourceGraph["edges"][number]["from"];

/** The resource, a line for each relation from the resource that uses another to that, and what is not shown. */
export function graphLines({ nodes, edges, hidden, truncated }: ResourceGraph): string[] {
  const called = ({ resource_type, id }: Reference) => {
    const node = nodes.find((each) => each.resource_type === resource_type && each.id === id);
    const words = [resource_type.replaceAll("_", " "), node?.name ?? id, ...(node?.name === id ? [] : [id])];
    if (node?.restorable_until !== undefined) words.push(`(deleted, can be restored until ${node.restorable_until})`);
    return words.map(textOf).join(" ");
  };
  const rows = edges.map(({ from, relation, to }) => [called(from), relation, called(to)] as const);
  const [left, middle] = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const [root] = nodes;
  return [
    ...(root === undefined ? [] : [[called(root), ...statusOf(root)].join(" ")]),
    ...(rows.length === 0 ? ["It uses nothing, and nothing uses it."] : [""]),
    ...rows.map(([from, relation, to]) => `${from.padEnd(left ?? 0)}  ${relation.padEnd(middle ?? 0)}  ${to}`),
    ...(hidden > 0 ? [`Note: ${hidden} related resources need a scope that the token does not have.`] : []),
    ...(truncated ? ["Note: There are more resources than a graph shows."] : []),
  ];
}

/** What is deleted says so by its name. */
function statusOf({ status, restorable_until }: ResourceGraph["nodes"][number]): string[] {
  return status === null || restorable_until !== undefined ? [] : [status];
}
