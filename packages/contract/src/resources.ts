import type { ResourceDefinition } from "./declaration/resource.ts";
import { operatorResources } from "./operator/resources.ts";
import { TENANT_RESOURCES } from "./tenant-resources.ts";

/**
 * Every resource type. Prefixes of identifiers, audit types, topics of the change stream, the search and the console's
 * pages derive from it. Each operation's declaration names its resource. The order is that of the search.
 */
export const RESOURCES = {
  ...TENANT_RESOURCES,
  ...operatorResources,
} as const;

export type ResourceType = keyof typeof RESOURCES;

export interface Resource extends ResourceDefinition {
  readonly parents: readonly ResourceType[];
  readonly topic: (ChangeTopic & ResourceType) | null;
}

/**
 * The registry with a wider type, for lookups by any type. A parent or a topic that is not a resource does not compile
 * here.
 */
const registry: Readonly<Record<ResourceType, Resource>> = RESOURCES;

export function resourceOf(type: ResourceType): Resource {
  return registry[type];
}

/** The name of a type within a sentence: `cloud VM`. Names that begin with an abbreviation keep their capitals. */
export function nameInSentence(type: ResourceType): string {
  const [one] = resourceOf(type).title;
  return one.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

export function isResourceType(type: string): type is ResourceType {
  return Object.hasOwn(RESOURCES, type);
}

export const RESOURCE_TYPES: readonly ResourceType[] = Object.keys(RESOURCES).filter(isResourceType);

/** The prefixes of identifiers. */
export type ResourcePrefix = NonNullable<(typeof RESOURCES)[ResourceType]["prefix"]>;

const typeByPrefix = new Map(RESOURCE_TYPES.map((type) => [resourceOf(type).prefix, type] as const));

/**
 * The resource type of an identifier. If types share a prefix, the last one is returned: a VM of either kind.
 * @returns undefined for text that is not an identifier
 */
export function typeOfIdentifier(id: string): ResourceType | undefined {
  const [, prefix] = /^([a-z]+)_[0-9a-z]{26}$/.exec(id) ?? [];
  return prefix === undefined ? undefined : typeByPrefix.get(prefix);
}

/** The topics of the change stream. */
export type ChangeTopic = NonNullable<(typeof RESOURCES)[ResourceType]["topic"]>;

export const CHANGE_TOPICS: readonly ChangeTopic[] = [
  ...new Set(RESOURCE_TYPES.flatMap((type) => RESOURCES[type].topic ?? [])),
];
