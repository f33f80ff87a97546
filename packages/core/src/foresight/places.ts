import { FOUND_TYPES, isFoundType, type Operation, type ResourceType, resourceOf } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { searchedFamily } from "../search/index.ts";
import { idIn, isRecord, placeOf, readingsOf, typesOfTopic } from "./readings.ts";

/** A resource by the parameters of its paths. */
export interface Place {
  readonly type: ResourceType;
  readonly params: Readonly<Record<string, string>>;
}

const announced = statement(
  "plan_announced",
  "SELECT topic, resource_id FROM announced_here() ORDER BY topic, resource_id",
  // Both columns are NOT NULL.
  { present: ["topic", "resource_id"] },
);

/** Something that the transaction has announced (docs/adr/0020). */
export interface Announced {
  readonly topic: string;
  readonly resource_id: string;
}

/** The announcements of the transaction so far. */
export function readAnnounced(sql: Sql): Promise<Announced[]> {
  return sql.query(announced);
}

const LOCATED = FOUND_TYPES.filter((type) => {
  const { topic } = resourceOf(type);
  return topic !== null && typesOfTopic(topic).includes(type);
});

/** The column by which a type is announced, if that is not its id. */
const ANNOUNCED_BY: Readonly<Partial<Record<ResourceType, string>>> = {
  access_key: "credential_id",
  backup_policy: "vm_id",
};

const locate = statement(
  "plan_places",
  LOCATED.map((type) => {
    const { table, id, calledBy, parents, only } = searchedFamily(type);
    const key = ANNOUNCED_BY[type] ?? id;
    const own = type === "backup_policy" ? [] : [calledBy ?? id];
    return `SELECT '${type}'::text AS type, ${key} AS announced,
                   ARRAY[${[...parents, ...own].join(", ")}]::text[] AS path
    FROM ${table} WHERE workspace_id = $workspace_id::bigint AND ${key} = ANY ($ids::text[]) AND ${only}`;
  }).join(" UNION ALL "),
);

/**
 * Where the announced resources are in the present state. Those within others that do not exist now are left out.
 * @param workspaceId null outside of workspaces
 */
export async function placesAnnounced(
  sql: Sql,
  workspaceId: bigint | null,
  announced: readonly Announced[],
): Promise<Place[]> {
  const ids = announced.map(({ resource_id }) => resource_id);
  const rows =
    workspaceId === null || ids.length === 0 ? [] : await sql.query(locate, { workspace_id: workspaceId, ids });
  const located = rows.flatMap(({ type, path }) => (isFoundType(type) ? [placeAt(type, path)] : []));
  const others = announced.flatMap(({ topic, resource_id }) =>
    typesOfTopic(topic)
      .filter((type) => !LOCATED.some((found) => found === type) && placeOf(type).length === 1)
      .map((type) => placeAt(type, [resource_id])),
  );
  return [...located, ...others];
}

function placeAt(type: ResourceType, path: readonly string[]): Place {
  return { type, params: Object.fromEntries(placeOf(type).map((name, index) => [name, path[index] ?? ""])) };
}

/** The resource that the path of an operation names, or the nearest of its parents that can be read. */
export function placeInPath(
  { resource, path, params }: Operation,
  input: Readonly<Record<string, unknown>>,
): Place | undefined {
  const nearest = [resource, ...resourceOf(resource).parents.toReversed()] as readonly ResourceType[];
  const type = nearest.find((candidate) => {
    const { records, lists } = readingsOf(candidate);
    const names = placeOf(candidate);
    // What there is one of has no name, and is read where it is written.
    if (names.length === 0) return records.some((record) => record.path === path);
    return names.every((name) => name in params.shape) && records.length + lists.length > 0;
  });
  if (type === undefined || isRecord(type)) return undefined;
  return { type, params: Object.fromEntries(placeOf(type).map((name) => [name, String(input[name])])) };
}

/** The resource of the installation that an operation has made. No announcement names it. */
export function placeInAnswer({ resource, subject }: Operation, answer: unknown): Place | undefined {
  const [name, ...more] = placeOf(resource);
  if (subject !== "installation" || name === undefined || more.length > 0) return undefined;
  const id = idIn(resource, (answer ?? {}) as Readonly<Record<string, unknown>>);
  return id === null ? undefined : { type: resource, params: { [name]: id } };
}

/** One text for one resource. */
export function keyOf({ type, params }: Place): string {
  return [type, ...placeOf(type).map((name) => params[name])].join(" ");
}
