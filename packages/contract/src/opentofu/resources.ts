import { operatorCatalog, type ProgramOperationId, publicCatalog } from "../catalog.ts";
import type { Operation } from "../declaration/operation.ts";
import { resourceOf } from "../resources.ts";
import {
  computedAttribute,
  configured,
  deletionOptions,
  ID,
  isHeld,
  parentAttribute,
  shownFields,
} from "./attributes.ts";
import {
  bodyNames,
  callOf,
  operationNamed,
  operationOf,
  paramsOf,
  readOf,
  type Sources,
  snake,
  sourcesOf,
} from "./calls.ts";
import type { Attribute, Call, Members, ResourceDescription } from "./description.ts";
import { LEFT_OUT, OTHER_RESOURCES, RESOURCE_EXCEPTIONS, type ResourceExceptions } from "./exceptions.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { absenceOf, waitOf } from "./lifecycle.ts";
import { otherResource, settings } from "./other-resources.ts";

/** Every resource: those with create and delete, settings with get and put, and those with other verbs. */
export function resources(): ResourceDescription[] {
  return [...plainResources(), ...settings(), ...OTHER_RESOURCES.map(otherResource)].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

function plainResources(): ResourceDescription[] {
  return [...publicCatalog, ...operatorCatalog].flatMap(({ id }) => {
    const [group = "", verb] = id.split(".");
    const remove = endOf(group);
    const read = operationOf(`${group}.get`) ?? within(group);
    if (verb !== "create" || id in LEFT_OUT || remove === undefined || read === undefined) return [];
    const create = operationNamed(id);
    return [plainResource({ group, create, read, remove, update: operationOf(`${group}.update`) })];
  });
}

/** The operation that ends a resource. */
function endOf(group: string): Operation | undefined {
  const stated = RESOURCE_EXCEPTIONS[group]?.delete;
  const ids = stated === undefined ? ["delete", "revoke", "remove"].map((verb) => `${group}.${verb}`) : [stated];
  return ids.map(operationOf).find((operation) => operation !== undefined);
}

function within(group: string): Operation | undefined {
  const stated = RESOURCE_EXCEPTIONS[group]?.within;
  return stated === undefined ? undefined : operationNamed(stated.read);
}

interface Plain {
  readonly group: string;
  readonly create: Operation;
  readonly read: Operation;
  readonly remove: Operation;
  readonly update: Operation | undefined;
}

function plainResource({ group, create, read, remove, update }: Plain): ResourceDescription {
  const exceptions = RESOURCE_EXCEPTIONS[group] ?? {};
  const { title, field: idField } = resourceOf(create.resource);
  const parents = paramsOf(remove).slice(0, -1);
  const idParam = paramsOf(remove).at(-1) ?? "";
  const changes = [...(update === undefined ? [] : [update]), ...(exceptions.updates ?? []).map(operationNamed)];
  const isShown = ({ name }: Field) => !exceptions.without?.includes(name);
  const record = recordOf(read, exceptions);
  const body = [...fieldsOf(create.body, "input"), ...laterFields(create, update, record)].filter(
    (field) => isShown(field) && !exceptions.computed?.includes(field.name),
  );
  const changeable = new Set([...changes.flatMap(bodyNames), ...Object.keys(exceptions.members ?? {})]);
  const attributes = [
    ...parents.map(parentAttribute),
    ID,
    ...body.flatMap((field) => configured(field, { record, changeable, exceptions, operation: create.id })),
    ...shownFields(record)
      .filter(
        (field) =>
          isShown(field) && ![idField, "id", ...parents].includes(field.name) && !isHeld(field, body, exceptions),
      )
      .map((field) => computedAttribute(field)),
    ...(create.shownOnce ? shownOnce(create, record) : []),
    ...deletionOptions(remove),
  ];
  const sources = sourcesOf(attributes, body, { parents, idParam }, exceptions);
  return {
    name: snake(group),
    title: title[0],
    attributes,
    id: { field: create.success === 202 ? idParam : idField },
    import: [...parents, "id"],
    create: callOf(create, sources),
    read: readOf(read, sources, exceptions.within && { at: exceptions.within.at, field: idField }),
    update: changes.map((operation) => callOf(operation, sources)),
    ...(exceptions.members && { members: membersOf(exceptions.members, sources) }),
    delete: deletionOf(remove, sources),
    ...absenceOf(record, exceptions.absent),
    ...waitOf(record, create),
  };
}

/** The fields of the record that an operation answers, or of the list in it that has the resource. */
function recordOf(read: Operation, { within: stated }: ResourceExceptions): Field[] {
  const fields = fieldsOf(read.output, "output");
  if (stated === undefined) return fields;
  const list = fields.find(({ name }) => name === stated.at);
  if (list === undefined || !("fields" in list.type)) throw new Error(`${read.id} has no list ${stated.at}`);
  return [...list.type.fields];
}

/** The fields that an update takes and the create does not. Creating with one of them is a create and an update. */
function laterFields(create: Operation, update: Operation | undefined, record: readonly Field[]): Field[] {
  const isIn = (fields: readonly Field[], { name }: Field) => fields.some((field) => field.name === name);
  const first = fieldsOf(create.body, "input");
  const changed = update === undefined ? [] : fieldsOf(update.body, "input");
  return changed.filter((field) => !isIn(first, field) && isIn(record, field));
}

/** The fields that only the create's answer has. */
function shownOnce(create: Operation, record: readonly Field[]): Attribute[] {
  return fieldsOf(create.output, "output")
    .filter(({ name }) => !record.some((field) => field.name === name))
    .map((field) => computedAttribute(field, { isSecret: true }));
}

function membersOf(members: NonNullable<ResourceExceptions["members"]>, sources: Sources): Members[] {
  return Object.entries(members).map(([attribute, { param, add, remove }]) => {
    const call = (id: ProgramOperationId) =>
      callOf(operationNamed(id), { params: { ...sources.params, [param]: attribute }, body: {} });
    return { attribute, param, add: call(add), remove: call(remove) };
  });
}

function deletionOf(remove: Operation, sources: Sources): Call {
  const query = deletionOptions(remove).map(({ name }) => ({
    field: name.replace(/_on_delete$/, ""),
    attribute: name,
  }));
  return { ...callOf(remove, sources), ...(query.length > 0 && { query }) };
}
