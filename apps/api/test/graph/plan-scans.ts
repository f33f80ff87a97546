interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The scans of a plan that read a table as a whole. */
export function unindexed(node: PlanNode): string[] {
  const isWhole = /Scan/.test(node["Node Type"]) && node["Relation Name"] !== undefined;
  const isByKey = node["Index Cond"] !== undefined || /^Bitmap Heap/.test(node["Node Type"]);
  const own = isWhole && !isByKey ? [`${node["Node Type"]} of ${node["Relation Name"]}`] : [];
  return [...own, ...(node.Plans ?? []).flatMap(unindexed)];
}
