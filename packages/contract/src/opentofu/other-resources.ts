import { publicCatalog } from "../catalog.ts";
import type { Operation } from "../declaration/operation.ts";
import { computedAttribute, configured, configuredAttribute, ID, parentAttribute, shownFields } from "./attributes.ts";
import {
  bodyNames,
  callOf,
  inWords,
  itemOf,
  operationNamed,
  operationOf,
  paramsOf,
  readOf,
  snake,
  sourcesOf,
} from "./calls.ts";
import type { Absence, Call, ResourceDescription } from "./description.ts";
import { LEFT_OUT, type OtherResource, RESETS } from "./exceptions.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { waitOf } from "./lifecycle.ts";

/**
 * Settings of another resource: they are always there, and deleting them brings back the defaults, unless they have a
 * deletion of their own.
 */
export function settings(): ResourceDescription[] {
  return publicCatalog.flatMap(({ id }) => {
    const [group = "", verb] = id.split(".");
    const read = operationOf(`${group}.get`);
    if (verb !== "put" || read === undefined || id in LEFT_OUT) return [];
    const put = operationNamed(id);
    const parents = paramsOf(put);
    const record = fieldsOf(read.output, "output");
    const body = fieldsOf(put.body, "input");
    const attributes = [
      ...parents.map(parentAttribute),
      ID,
      ...body.flatMap((field) =>
        configured(field, { record, changeable: new Set(bodyNames(put)), exceptions: {}, operation: id }),
      ),
    ];
    const sources = sourcesOf(attributes, body, { parents, idParam: "" });
    const call = callOf(put, sources);
    const remove = operationOf(`${group}.delete`);
    return [
      {
        name: snake(group),
        title: inWords(group),
        attributes,
        id: { attribute: parents.at(-1) ?? "" },
        import: parents,
        create: call,
        read: readOf(read, sources),
        update: [call],
        ...(remove === undefined
          ? { delete: resetOf(put, call, RESETS[group]) }
          : { delete: callOf(remove, sources), absent: emptied(body, record) }),
      },
    ];
  });
}

/** Settings that are deleted are answered as null. */
function emptied(body: readonly Field[], record: readonly Field[]): Absence[] {
  const nullable = record.filter(({ name, nullable }) => nullable && body.some((field) => field.name === name));
  return nullable.map(({ name }) => ({ field: name, values: [null] }));
}

/** The call that brings back the defaults. @throws Error if the operation would not take it */
function resetOf(put: Operation, { body: _, ...call }: Call, constants: Readonly<Record<string, unknown>> = {}): Call {
  if (!put.body.safeParse(constants).success)
    throw new Error(`${put.id}: state in RESETS what brings back the defaults`);
  return { ...call, constants };
}

/** A resource whose operations have verbs of their own, as the exceptions state it. */
export function otherResource(other: OtherResource): ResourceDescription {
  const create = operationNamed(other.create);
  const read = operationNamed(other.read);
  const remove = operationNamed(other.delete);
  const changes = other.update === undefined ? [] : [operationNamed(other.update)];
  const parents = paramsOf(create);
  const own = paramsOf(remove).find((param) => !parents.includes(param));
  const record = fieldsOf(read.list ? itemOf(read) : read.output, "output");
  const body = fieldsOf(create.body, "input").filter(({ name }) => !other.without?.includes(name));
  const changeable = new Set(changes.flatMap(bodyNames).filter((name) => !other.naming?.includes(name)));
  const names = [...parents, ...(own === undefined ? [] : [own]), ...body.map(({ name }) => name)];
  const attributes = [
    ...parents.map(parentAttribute),
    ID,
    ...body.map((field) => ({
      ...configuredAttribute(field, {
        name: field.name,
        held: record.find(({ name }) => name === (other.readAs?.[field.name] ?? field.name)),
        readWhen: other.readWhen?.[field.name],
        filled: other.filled?.includes(field.name) ?? false,
        changeable: changeable.has(field.name),
        grows: false,
        firstOnly: false,
        trigger: undefined,
      }),
      ...(other.recordsOf?.[field.name] !== undefined && { record_type: other.recordsOf[field.name] }),
    })),
    ...shownFields(record)
      .filter(({ name }) => !names.includes(name) && (other.only?.includes(name) ?? true))
      .map((field) => computedAttribute(field)),
  ];
  const sources = sourcesOf(attributes, body, { parents, idParam: own ?? "" });
  return {
    name: other.name,
    title: other.title,
    attributes,
    id: own === undefined ? { attribute: parents.at(-1) ?? "" } : { field: own },
    import: own === undefined ? parents : [...parents, "id"],
    create: callOf(create, sources),
    read: readOf(read, sources, read.list ? { field: own ?? "" } : undefined),
    update: changes.map((operation) => callOf(operation, sources)),
    delete: callOf(remove, sources),
    ...(other.absent !== undefined && { absent: other.absent }),
    ...(!read.list && waitOf(record, create)),
  };
}
