import { catalog, type Operation, type ResourceType, typeOfIdentifier } from "@fulmar/contract";
import { subjectOf } from "./read-scopes.ts";

const operations: readonly Pick<Operation, "id" | "resource">[] = catalog;
const resources: ReadonlyMap<string, ResourceType> = new Map(operations.map(({ id, resource }) => [id, resource]));

/**
 * Returns the type of an event's resource: from its id, else from the operation (a bucket is identified by its name),
 * else from the subject of the action. Returns null when the event names no resource.
 */
export function resourceTypeOf({
  action,
  resource_id,
}: {
  readonly action: string;
  readonly resource_id: string | null;
}): string | null {
  if (resource_id === null) return null;
  return (
    typeOfIdentifier(resource_id) ??
    resources.get(action) ??
    subjectOf(action).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  );
}
