import { billingResources } from "./billing/resources.ts";
import { blockStorageResources } from "./block-storage/resources.ts";
import { cdnResources } from "./cdn/resources.ts";
import { computeResources } from "./compute/resources.ts";
import { loadBalancingResources } from "./load-balancing/resources.ts";
import { networkingResources } from "./networking/resources.ts";
import { objectStorageResources } from "./object-storage/resources.ts";
import { recoveryResources } from "./recovery/resources.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import { secretStoreResources } from "./secret-store/resources.ts";
import { tenancyResources } from "./tenancy/resources.ts";

/**
 * Every type of resource, once: prefixes of identifiers, audit types, topics of the change stream, the search and the
 * console's pages derive from it. A declaration of an operation names the one that it is about. The order is that of
 * the search.
 */
export const RESOURCES = {
  ...computeResources,
  ...blockStorageResources,
  ...recoveryResources,
  ...objectStorageResources,
  ...networkingResources,
  ...loadBalancingResources,
  ...cdnResources,
  ...secretStoreResources,
  ...billingResources,
  ...tenancyResources,
} as const;

export type ResourceType = keyof typeof RESOURCES;

export interface Resource extends ResourceDefinition {
  readonly parents: readonly ResourceType[];
  readonly topic: (ChangeTopic & ResourceType) | null;
}

/** The same, where any of them will do. A parent or a topic that is no resource does not compile here. */
const registry: Readonly<Record<ResourceType, Resource>> = RESOURCES;

export function resourceOf(type: ResourceType): Resource {
  return registry[type];
}

export function isResourceType(type: string): type is ResourceType {
  return Object.hasOwn(RESOURCES, type);
}

export const RESOURCE_TYPES: readonly ResourceType[] = Object.keys(RESOURCES).filter(isResourceType);

/** What identifiers begin with. */
export type ResourcePrefix = NonNullable<(typeof RESOURCES)[ResourceType]["prefix"]>;

const typeByPrefix = new Map(RESOURCE_TYPES.map((type) => [resourceOf(type).prefix, type] as const));

/**
 * What an identifier says of the resource that it stands for. Of types that share a prefix, the last is meant: a VM of
 * either kind.
 * @returns undefined for what is no identifier
 */
export function typeOfIdentifier(id: string): ResourceType | undefined {
  const [, prefix] = /^([a-z]+)_[0-9a-z]{26}$/.exec(id) ?? [];
  return prefix === undefined ? undefined : typeByPrefix.get(prefix);
}

/** What the change stream speaks of. */
export type ChangeTopic = NonNullable<(typeof RESOURCES)[ResourceType]["topic"]>;

export const CHANGE_TOPICS: readonly ChangeTopic[] = [
  ...new Set(RESOURCE_TYPES.flatMap((type) => RESOURCES[type].topic ?? [])),
];

/** What the console's search finds: what has a page. */
export type FoundType = {
  [Type in ResourceType]: (typeof RESOURCES)[Type]["page"] extends string ? Type : never;
}[ResourceType];

export function isFoundType(type: string): type is FoundType {
  return isResourceType(type) && RESOURCES[type].page !== null;
}

export const FOUND_TYPES: readonly FoundType[] = RESOURCE_TYPES.filter(isFoundType);
