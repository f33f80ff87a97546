// The readings of a resource in the catalog: its record, its settings and its parts.
import { catalog, type Operation, RESOURCE_TYPES, type ResourceType, resourceOf } from "@fulmar/contract";

type Fields = Readonly<Record<string, unknown>>;

/** The reading of a type of resource. */
interface Readings {
  /** Each answers the record of one resource. Cloud and GPU VMs have paths of their own: the wrong one answers 404. */
  readonly records: readonly Operation[];
  /** Those that are read at a path below the record's, and written there too. */
  readonly settings: readonly Operation[];
  /** Each lists all resources of the type, within its parents if it has some. */
  readonly lists: readonly Operation[];
}

/** These repeat what the records of a resource's parts say. */
const REPEATED: ReadonlySet<string> = new Set(["loadBalancerConfiguration.get"]);

const operations = catalog as readonly unknown[] as readonly Operation[];
const readable = operations.filter(
  ({ id, method, audited, streamed, audience }) =>
    method === "GET" && !audited && !streamed && audience !== "console" && !REPEATED.has(id),
);

/** The readings of a signed-in user's account and its organizations. */
export const ACCOUNT_READINGS = operations.filter(({ id }) => id === "session.me" || id === "account.security");

const byType = new Map<ResourceType, Readings>(RESOURCE_TYPES.map((type) => [type, readingsOfType(type)]));

export function readingsOf(type: ResourceType): Readings {
  return byType.get(type) ?? { records: [], settings: [], lists: [] };
}

function readingsOfType(type: ResourceType): Readings {
  const own = readable.filter(
    ({ resource, params, query }) =>
      resource === type && isWithin(type, Object.keys(params.shape)) && query.safeParse({}).success,
  );
  const named = own.filter(({ list, path }) => !list && path.endsWith("}"));
  const settings = own.filter((operation) => !operation.list && !operation.path.endsWith("}") && isWritten(operation));
  // A backup policy is a setting of its VM, and a resource of its own.
  const records = named.length > 0 ? named : settings;
  return {
    records,
    settings: named.length > 0 ? settings.filter(({ path }) => named.some((one) => path.startsWith(one.path))) : [],
    lists: own.filter(({ list }) => list),
  };
}

/** Whether the parameters of a path name nothing but the resource and its parents. */
function isWithin(type: ResourceType, parameters: readonly string[]): boolean {
  const known = placeOf(type);
  return parameters.every((name) => known.includes(name));
}

/**
 * The parameters that name a resource in paths: those of its parents, and its own. The token names the organization.
 */
export function placeOf(type: ResourceType): readonly string[] {
  const { parents, parameter, prefix, field } = resourceOf(type);
  const own = parameter ?? (prefix === null ? null : field);
  const within = parents.filter((parent) => parent !== "organization");
  const names = within.flatMap((parent) => resourceOf(parent).parameter ?? []);
  return [...new Set([...names, ...(own === null ? [] : [own])])];
}

function isWritten({ path }: Operation): boolean {
  return operations.some((other) => other.path === path && (other.method === "PUT" || other.method === "PATCH"));
}

/**
 * The reading of what an operation writes at its own path, where it needs fields of the query too, such as the key of
 * an object.
 */
export function readingAtPath(operation: Operation): Operation | undefined {
  if (operation.method !== "PUT" && operation.method !== "PATCH") return undefined;
  return readable.find(({ path, list, resource }) => {
    if (path !== operation.path || list) return false;
    const { records, settings } = readingsOf(resource);
    return ![...records, ...settings].some((known) => known.path === path);
  });
}

/** The types that belong to a type and are announced as it. */
export function partsOf(type: ResourceType): readonly ResourceType[] {
  return RESOURCE_TYPES.filter((part) => {
    const { parents, topic } = resourceOf(part);
    return (
      parents.at(-1) === type &&
      topic === resourceOf(type).topic &&
      readingsOf(part).lists.length > 0 &&
      !isRecord(part)
    );
  });
}

/** Types that record what has happened. They are no change of their own. */
const RECORDS: ReadonlySet<ResourceType> = new Set([
  "operation",
  "volume_operation",
  "wallet",
  "usage_record",
  "quota",
  "network",
]);

export function isRecord(type: ResourceType): boolean {
  return RECORDS.has(type);
}

/** The types whose changes are announced under a topic and that belong to no other type of it. */
export function typesOfTopic(topic: string): readonly ResourceType[] {
  return RESOURCE_TYPES.filter((type) => {
    const { topic: own, parents } = resourceOf(type);
    const { records, lists } = readingsOf(type);
    const isPart = parents.some((parent) => resourceOf(parent).topic === topic);
    return own === topic && !isPart && !isRecord(type) && records.length + lists.length > 0;
  });
}

/** The id of a listed item or a record, as its paths name it. */
export function idIn(type: ResourceType, record: Fields): string | null {
  const id = record[resourceOf(type).field] ?? record.id;
  return id === undefined || id === null ? null : String(id);
}
