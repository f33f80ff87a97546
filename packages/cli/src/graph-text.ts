import type { ResourceGraph, WorkspaceMap } from "@fulmar/sdk";
import { type OutputOptions, print, textOf } from "./output.ts";

/** Prints what uses what: a line for each relation, or the record in the other formats. */
export function printGraph(graph: ResourceGraph, options: OutputOptions): Promise<void> {
  return printInLines(graph, () => graphLines(graph), options);
}

/** Prints the resources of a workspace and what uses what, or the record in the other formats. */
export function printMap(map: WorkspaceMap, options: OutputOptions): Promise<void> {
  return printInLines(map, () => mapLines(map), options);
}

async function printInLines(value: unknown, linesOf: () => string[], options: OutputOptions): Promise<void> {
  const { output = "table", columns, quiet } = options;
  if (output !== "table" || columns !== undefined || quiet) return print(value, [], options);
  process.stdout.write(
    linesOf()
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
  const [root] = nodes;
  return [
    ...(root === undefined ? [] : [[called(root), ...statusOf(root)].join(" ")]),
    ...(rows.length === 0 ? ["It uses nothing, and nothing uses it."] : [""]),
    ...aligned(rows),
    ...(hidden > 0 ? [`Note: ${hidden} related resources need a scope that the token does not have.`] : []),
    ...(truncated ? ["Note: There are more resources than a graph shows."] : []),
  ];
}

type Relation = readonly [from: string, relation: string, to: string];

function aligned(rows: readonly Relation[]): string[] {
  const [left = 0, middle = 0] = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(([from, relation, to]) => `${from.padEnd(left)}  ${relation.padEnd(middle)}  ${to}`);
}

/** A line for each resource or group of resources, a line for each relation, and what is not shown. */
export function mapLines({ nodes, edges, hidden, truncated }: WorkspaceMap): string[] {
  const called = (key: string) => nodes.filter((node) => node.key === key).map(nameOf)[0] ?? key;
  const rows = edges.map(({ from, relation, to }): Relation => [called(from), relation, called(to)]);
  return [
    ...(nodes.length === 0 ? ["There are no resources to show."] : nodes.map(mapped)),
    ...(rows.length === 0 ? [] : ["", ...aligned(rows)]),
    ...(hidden.length > 0 ? [`Note: The token has no scope to read ${hidden.map(spaced).join(", ")}.`] : []),
    ...(truncated ? ["Note: There are more resources than a map shows."] : []),
  ];
}

type MapNode = WorkspaceMap["nodes"][number];

const spaced = (type: string) => type.replaceAll("_", " ");

/** A group is named by its number, and by the place in its key. */
function nameOf({ key, resource_type, id, name, count }: MapNode): string {
  if (id !== null) return [spaced(resource_type), ...new Set([name ?? id, id])].map(textOf).join(" ");
  const [, place] = key.split(" in ");
  return `${count} of ${spaced(resource_type)}${place === undefined ? "" : ` in ${textOf(place)}`}`;
}

function mapped(node: MapNode): string {
  const states = node.states.flatMap(({ status, count }) =>
    status === null ? [] : [node.id === null ? `${count} ${status}` : status],
  );
  return [nameOf(node), states.join(", ")].filter((part) => part !== "").join(node.id === null ? ": " : " ");
}

/** The status of a node. A deleted one says so by its name. */
function statusOf({ status, restorable_until }: ResourceGraph["nodes"][number]): string[] {
  return status === null || restorable_until !== undefined ? [] : [status];
}
