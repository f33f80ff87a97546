import type { Operation, ResourceType } from "@fulmar/contract";
import type { Rehearsed } from "../request/plan/rehearsed.ts";
import { keyOf, type Place } from "./places.ts";
import { idIn, partsOf, placeOf, readingsOf } from "./readings.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A resource as its record and its settings show it. */
export interface ResourceState extends Place {
  readonly id: string;
  readonly fields: Fields;
}

type ReadBy = Rehearsed["read"];

/** Lists that a plan reads are bounded, as everything that a request does. */
const MOST_LISTED = 1_000;

/**
 * Reads resources with their settings and parts in the present state, by their keys. What does not exist is left out.
 */
export async function readStates(read: ReadBy, places: readonly Place[]): Promise<Map<string, ResourceState>> {
  const states = new Map<string, ResourceState>();
  const found = await Promise.all(places.map((place) => readAt(read, place)));
  for (const state of found.flat()) states.set(keyOf(state), state);
  return states;
}

async function readAt(read: ReadBy, place: Place): Promise<ResourceState[]> {
  const record = await readRecord(read, place);
  if (record === undefined) return [];
  const [settings, parts] = await Promise.all([readSettings(read, place), readParts(read, place)]);
  const id = placeOf(place.type).length > 0 ? idOf(place) : (idIn(place.type, record) ?? "");
  return [{ ...place, id, fields: { ...record, ...settings } }, ...parts];
}

/** A deleted resource that can be restored, and is only listed. */
export async function readKept(read: ReadBy, place: Place): Promise<ResourceState | undefined> {
  const id = idOf(place);
  for (const list of readingsOf(place.type).lists.filter(({ query }) => "deleted" in query.shape))
    for (const fields of await readList(read, list, place.params, { deleted: true }))
      if (idIn(place.type, fields) === id) return { ...place, id, fields };
  return undefined;
}

/** The parameter that names a resource itself is the last one. */
function idOf({ type, params }: Place): string {
  return params[placeOf(type).at(-1) ?? ""] ?? "";
}

async function readRecord(read: ReadBy, { type, params }: Place): Promise<Fields | undefined> {
  const { records, lists } = readingsOf(type);
  for (const record of records) {
    const answer = await read(record, inputOf(record, params));
    if (answer !== undefined) return answer.body as Fields;
  }
  if (records.length > 0) return undefined;
  const id = idOf({ type, params });
  for (const list of lists)
    for (const item of await readList(read, list, params)) if (idIn(type, item) === id) return item;
  return undefined;
}

/** The fields of a resource's settings, after the name of each: `lifecycle.rules`. */
async function readSettings(read: ReadBy, { type, params }: Place): Promise<Fields> {
  const settings = readingsOf(type).settings.map(async (setting) => {
    const answer = await read(setting, inputOf(setting, params));
    return prefixed(setting, answer?.body);
  });
  return Object.assign({}, ...(await Promise.all(settings)));
}

function prefixed({ path }: Operation, body: unknown): Fields {
  const name = path.slice(path.lastIndexOf("/") + 1).replaceAll("-", "_");
  return Object.fromEntries(
    Object.entries((body ?? {}) as Fields).map(([field, value]) => [`${name}.${field}`, value]),
  );
}

async function readParts(read: ReadBy, parent: Place): Promise<ResourceState[]> {
  const states: ResourceState[] = [];
  for (const type of partsOf(parent.type)) {
    for (const list of readingsOf(type).lists) {
      for (const fields of await readList(read, list, parent.params)) {
        const id = idIn(type, fields);
        const parameter = placeOf(type).at(-1);
        if (id === null || parameter === undefined) continue;
        const place = { type, params: { ...parent.params, [parameter]: id } };
        states.push({ ...place, id, fields }, ...(await readParts(read, place)));
      }
    }
  }
  return states;
}

async function readList(read: ReadBy, list: Operation, params: Place["params"], asked: Fields = {}): Promise<Fields[]> {
  const items: Fields[] = [];
  for (let cursor: string | null | undefined; cursor !== null && items.length < MOST_LISTED; ) {
    const answer = await read(list, inputOf(list, params, cursor === undefined ? asked : { ...asked, cursor }));
    items.push(...((answer?.body ?? []) as readonly Fields[]));
    cursor = answer?.nextCursor ?? null;
  }
  return items;
}

/** The input of a reading: the parameters of its path, and what its query takes by default. */
function inputOf({ params, query }: Operation, place: Fields, asked: Fields = {}): Record<string, unknown> {
  const inPath = Object.fromEntries(Object.entries(place).filter(([name]) => name in params.shape));
  return { ...query.parse(asked), ...inPath };
}

/** The state of a setting whose reading also takes fields of the request, such as the tags of an object. */
export async function readSettingOf(
  read: ReadBy,
  setting: Operation,
  place: Place,
  input: Fields,
): Promise<ResourceState | undefined> {
  const asked = Object.fromEntries(Object.entries(input).filter(([name]) => name in setting.query.shape));
  const answer = await read(setting, inputOf(setting, place.params, asked));
  return answer && { ...place, id: idOf(place), fields: prefixed(setting, answer.body) };
}

/** Names of a type's records that name nothing else. */
export function nameOf(type: ResourceType, fields: Fields): string | null {
  // Several sets of a zone have the same name.
  if (type === "dns_record_set") return `${fields.type} ${fields.name}`;
  const name = [fields.name, fields.key, fields.label, fields.domain].find((value) => typeof value === "string");
  return typeof name === "string" && name !== "" ? name : type === "bucket" ? String(fields.name) : null;
}
