import type { FieldChange, ResourceChange, ResourceType } from "@fulmar/contract";
import { CONTENTS } from "../request/approve/guarding.ts";
import { placeOf } from "./readings.ts";
import { type Fields, nameOf, type ResourceState } from "./states.ts";

type States = ReadonlyMap<string, ResourceState>;

/** Marks of values that are chosen when the change is made, and so differ the next time. */
export interface Chosen {
  /** An identifier from the beginning of the rehearsal. Those that the rehearsal makes sort after it. */
  readonly begun: string;
  /** The request's input. An id in it is the caller's choice. */
  readonly input: Fields;
  /** The time in which the rehearsal ran, in milliseconds. */
  readonly during: { readonly from: number; readonly until: number };
}

const GONE: ReadonlySet<unknown> = new Set(["deleting", "deleted", "destroyed"]);

/** A deleted resource may stay readable for a while. */
function isGone(state: ResourceState | undefined): boolean {
  return state === undefined || GONE.has(state.fields.status) || isKept(state);
}

/** Whether a deleted resource can be restored. */
function isKept(state: ResourceState | undefined): boolean {
  return typeof state?.fields.restorable_until === "string";
}

/** The resources that differ between two states, in the order in which they were read. */
export function changesBetween(before: States, after: States, chosen: Chosen): ResourceChange[] {
  const keys = new Set([...after.keys(), ...before.keys()]);
  return [...keys].flatMap((key) => changeOf(before.get(key), after.get(key), chosen));
}

function changeOf(
  before: ResourceState | undefined,
  after: ResourceState | undefined,
  chosen: Chosen,
): ResourceChange[] {
  const state = after ?? before;
  if (state === undefined) return [];
  const { type, id } = state;
  const name = nameOf(type, (before ?? state).fields);
  if (before === undefined) {
    if (isGone(after)) return [];
    const own = isChosenId(id, chosen) ? null : id;
    const fields = differences(type, {}, state.fields, chosen).filter(
      ({ field, to }) => own !== null || (to !== id && !OF_ITS_ID[type]?.includes(field)),
    );
    return [{ action: "create", resource_type: type, id: own, name, fields }];
  }
  if (isGone(after)) {
    const goes = !isGone(before) || (isKept(before) && !isKept(after));
    return goes ? [{ action: "delete", resource_type: type, id, name, fields: contentsOf(before) }] : [];
  }
  const fields = differences(type, before.fields, state.fields, chosen);
  return fields.length === 0 ? [] : [{ action: "update", resource_type: type, id, name, fields }];
}

/** The contents that go with a resource, in its record's words. Empty if nothing does. */
function contentsOf({ type, fields }: ResourceState): FieldChange[] {
  const field = CONTENTS[type];
  const from = field === undefined ? undefined : fields[field];
  return field === undefined || !from || (Array.isArray(from) && from.length === 0) ? [] : [{ field, from, to: null }];
}

function differences(type: ResourceType, before: Fields, after: Fields, chosen: Chosen): FieldChange[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.flatMap((field) => {
    if (
      SAY_NOW.has(field) ||
      SEEN.has(field) ||
      CHOSEN_FIELDS[type]?.includes(field) ||
      (before[field] === undefined && placeOf(type).includes(field))
    )
      return [];
    const from = before[field] ?? null;
    const to = after[field] ?? null;
    if (isSame(from, to) || saysNow(to, chosen)) return [];
    const told = withoutChosen(to, chosen, momentsIn(from));
    // The id of the operation that runs meanwhile is new and unknown, and gone when the operation has ended.
    return from === null && told === null && before[field] !== undefined ? [] : [{ field, from, to: told }];
  });
}

/** Fields that only tell that something was changed, and when. */
const SAY_NOW: ReadonlySet<string> = new Set(["updated_at", "created_at", "id", "events"]);

/**
 * Fields that tell what was seen of a resource. They also change between the two looks of a rehearsal, while others use
 * the resource, and no request changes them.
 */
const SEEN: ReadonlySet<string> = new Set([
  "last_used_at",
  "last_used_ip",
  "last_refused",
  "last_seen_at",
  "checked_at",
  "last_run_at",
  "last_status",
]);

/** Fields with a random value, which is chosen when the change is made. */
const CHOSEN_FIELDS: Readonly<Partial<Record<ResourceType, readonly string[]>>> = {
  api_token: ["prefix", "old_value"],
  // The key of a zone that is signed for the first time.
  dns_zone: ["ds_record", "dnskey_record", "instructions"],
};

/** Fields that follow from the id of a new resource, which is another one the next time. */
const OF_ITS_ID: Readonly<Partial<Record<ResourceType, readonly string[]>>> = {
  vpc: ["ipv6_cidr"],
};

const IDENTIFIER = /\b(?:[a-z]+_)?([0-9a-hjkmnp-tv-z]{26})\b/g;

/** Whether the id of a new resource is no choice of the caller. */
function isChosenId(id: string, { input }: Chosen): boolean {
  return !Object.values(input).some((value) => value === id);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const MOMENTS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

function saysNow(value: unknown, { during: { from, until } }: Chosen): boolean {
  if (typeof value !== "string" || !MOMENT.test(value)) return false;
  const at = Date.parse(value);
  return at >= from && at <= until;
}

/**
 * Ids and moments in a value, such as those in a list, are null where they are chosen anew.
 * @param known moments of before: what was made just before the rehearsal may have them too, and keeps them
 */
function withoutChosen(value: unknown, chosen: Chosen, known: ReadonlySet<string>): unknown {
  if (typeof value === "string") return isChosen(value, chosen) ? null : value;
  if (Array.isArray(value)) return value.map((item) => withoutChosen(item, chosen, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const isNew = saysNow(item, chosen) && !known.has(String(item));
      return [name, isNew ? null : withoutChosen(item, chosen, known)];
    }),
  );
}

function momentsIn(value: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(value).match(MOMENTS));
}

/** Whether a text has an identifier that the rehearsal has made. */
function isChosen(text: string, { begun }: Chosen): boolean {
  return [...text.matchAll(IDENTIFIER)].some(([, made = ""]) => made > begun);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
