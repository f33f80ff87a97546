import { WorkspaceId } from "@fulmar/contract";
import { UsageError } from "../program.ts";

/** @throws UsageError when the text is not a workspace id */
export function parseWorkspace(text: string): bigint {
  const id = WorkspaceId.safeParse(text);
  if (id.success) return BigInt(id.data);
  throw new UsageError(`"${text}" is not a workspace id; give a positive number.`);
}
