import {
  describeOperatorApi,
  describePublicApi,
  type OperationDescription,
  type PublicApi,
} from "@fulmar/contract/description";

const ABBREVIATIONS: ReadonlySet<string> = new Set([
  "vm",
  "gpu",
  "ip",
  "vpc",
  "nat",
  "ssh",
  "cdn",
  "url",
  "cors",
  "sku",
]);

/** The public API, described once for every reference. */
export const api = describePublicApi();

/** The operations of a resource: those whose ids begin with its word. Each reference has a page for it. */
export interface ResourceOperations {
  /** `cloudVm` */
  readonly word: string;
  /** `cloud-vm`: the last part of the paths of its pages. */
  readonly name: string;
  /** `Cloud VM` */
  readonly title: string;
  readonly family: string;
  readonly operations: readonly OperationDescription[];
}

export const resources = resourcesOf(api);

/** The operators' API, and its resources. */
export const operatorApi = describeOperatorApi();
export const operatorResources = resourcesOf(operatorApi);

function resourcesOf({ operations: all }: PublicApi): readonly ResourceOperations[] {
  const byWord = Map.groupBy(all, ({ declaration }) => declaration.id.split(".")[0] ?? "");
  return [...byWord].map(([word, operations]) => {
    const name = word.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const family = operations[0]?.declaration.family ?? "";
    return { word, name, title: titleOf(name), family, operations };
  });
}

function titleOf(name: string): string {
  const words = name.split("-").map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word));
  return words.join(" ").replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
