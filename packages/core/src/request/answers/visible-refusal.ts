import { type Blocker, isResourceType, type ResourceType } from "@fulmar/contract";
import type { DomainError } from "../domain-error.ts";

/** Types of blockers that are no resources of their own, by the resource that they are in. */
const PARTS: Readonly<Record<string, ResourceType>> = { object: "bucket" };

/**
 * A refusal without the names of blockers that somebody may not read. Types and ids stay: they say what stands in the
 * way.
 */
export function visibleRefusal(refusal: DomainError, mayRead: (type: ResourceType) => boolean): DomainError {
  const { blockers } = refusal;
  if (blockers === undefined || blockers.every(({ type }) => isReadable(type, mayRead))) return refusal;
  const shown = blockers.map((blocker): Blocker => {
    const { type, id } = blocker;
    return isReadable(type, mayRead) ? blocker : { type, id };
  });
  return refusal.withBlockers(shown);
}

/** A type that nobody knows is readable to nobody. */
function isReadable(type: string, mayRead: (type: ResourceType) => boolean): boolean {
  const resource = PARTS[type] ?? type;
  return isResourceType(resource) && mayRead(resource);
}
