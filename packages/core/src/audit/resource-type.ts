import { catalog, type Operation, type ResourceType, typeOfIdentifier } from "@fulmar/contract";
import { subjectOf } from "./read-scopes.ts";

const operations: readonly Pick<Operation, "id" | "resource">[] = catalog;
const resources: ReadonlyMap<string, ResourceType> = new Map(operations.map(({ id, resource }) => [id, resource]));

/**
 * The type of what an event is about: by its id, else (a bucket has a name) by the operation; what happened without one
 * says it in its action. Null where the event names no resource.
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
