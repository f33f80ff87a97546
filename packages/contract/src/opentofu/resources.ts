import { type PublicOperationId, publicCatalog } from "../catalog.ts";
import type { Operation } from "../declaration/operation.ts";
import { resourceOf } from "../resources.ts";
import { computedAttribute, configuredAttribute, hasSameType, shownFields } from "./attributes.ts";
import { callOf, itemOf, operationNamed, operationOf, paramsOf, readOf, type Sources } from "./calls.ts";
import type { Attribute, Call, Members, ResourceDescription } from "./description.ts";
import {
  LEFT_OUT,
  OTHER_RESOURCES,
  type OtherResource,
  RESETS,
  RESOURCE_EXCEPTIONS,
  type ResourceExceptions,
} from "./exceptions.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { inWords, snake } from "./names.ts";

/** Every resource: those with create and delete, settings with get and put, and those with other verbs. */
export function resources(): ResourceDescription[] {
  return [...plainResources(), ...settings(), ...OTHER_RESOURCES.map(otherResource)].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

function plainResources(): ResourceDescription[] {
  return publicCatalog.flatMap(({ id }) => {
    const [group = "", verb] = id.split(".");
    const remove = operationOf(`${group}.delete`);
    const read = operationOf(`${group}.get`) ?? within(group);
    if (verb !== "create" || id in LEFT_OUT || remove === undefined || read === undefined) return [];
    const create = operationNamed(id);
    return [plainResource({ group, create, read, remove, update: operationOf(`${group}.update`) })];
  });
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
  const sources = sourcesOf(attributes, body, { parents, idParam, exceptions });
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

/** Settings of another resource: they are always there, and deleting them brings back the defaults. */
function settings(): ResourceDescription[] {
  return publicCatalog.flatMap(({ id }) => {
    const [group = "", verb] = id.split(".");
    const read = operationOf(`${group}.get`);
    if (verb !== "put" || read === undefined) return [];
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
    const sources = sourcesOf(attributes, body, { parents, idParam: "", exceptions: {} });
    const call = callOf(put, sources);
    const { body: _, ...reset } = call;
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
        delete: { ...reset, constants: RESETS[group] ?? {} },
      },
    ];
  });
}

function otherResource(other: OtherResource): ResourceDescription {
  const create = operationNamed(other.create);
  const read = operationNamed(other.read);
  const remove = operationNamed(other.delete);
  const changes = other.update === undefined ? [] : [operationNamed(other.update)];
  const parents = paramsOf(create);
  const own = paramsOf(remove).find((param) => !parents.includes(param));
  const record = fieldsOf(read.list ? itemOf(read) : read.output, "output");
  const body = fieldsOf(create.body, "input").filter(({ name }) => !other.without?.includes(name));
  const changeable = new Set(changes.flatMap(bodyNames));
  const names = [...parents, ...(own === undefined ? [] : [own]), ...body.map(({ name }) => name)];
  const attributes = [
    ...parents.map(parentAttribute),
    ID,
    ...body.map((field) =>
      configuredAttribute(field, {
        name: field.name,
        held: record.find(({ name }) => name === (other.readAs?.[field.name] ?? field.name)),
        readWhen: other.readWhen?.[field.name],
        filled: false,
        changeable: changeable.has(field.name),
        trigger: undefined,
      }),
    ),
    ...shownFields(record)
      .filter(({ name }) => !names.includes(name) && (other.only?.includes(name) ?? true))
      .map((field) => computedAttribute(field)),
  ];
  const sources = sourcesOf(attributes, body, { parents, idParam: own ?? "", exceptions: {} });
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

const ID: Attribute = { name: "id", type: "string", mode: "computed", description: "The id of the resource." };

function parentAttribute(name: string): Attribute {
  return { name, type: "string", mode: "required", replace: true };
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

interface Surroundings {
  readonly record: readonly Field[];
  readonly changeable: ReadonlySet<string>;
  readonly exceptions: ResourceExceptions;
  readonly operation: string;
}

/** The attributes of a field of the body: one, and for a secret field the one that sends it again. */
function configured(field: Field, { record, changeable, exceptions, operation }: Surroundings): Attribute[] {
  const name = attributeName(field.name, exceptions);
  const held = name === field.name ? record.find((other) => other.name === name) : undefined;
  if (held !== undefined && !hasSameType(held.type, field.type))
    throw new Error(`${operation}: ${field.name} has another type in the record; rename it in the exceptions`);
  const trigger = exceptions.writeOnly?.includes(field.name) ? `${name}_version` : undefined;
  const attribute = configuredAttribute(field, {
    name,
    held,
    readWhen: undefined,
    filled: isFilled(field, exceptions),
    changeable: changeable.has(field.name),
    trigger,
  });
  if (trigger === undefined) return [attribute];
  const description = `A number of your own. A change of it sends \`${name}\` again.`;
  return [attribute, { name: trigger, type: "number", mode: "optional", description }];
}

/** A field that may be absent but not null: where it is absent, the service decides. */
function isFilled({ name, required, nullable, default: value }: Field, { filled }: ResourceExceptions): boolean {
  return filled?.includes(name) || (!required && !nullable && value === null);
}

function attributeName(field: string, { renamed, writeOnly }: ResourceExceptions): string {
  return renamed?.[field] ?? (writeOnly?.includes(field) ? `${field}_wo` : field);
}

/** Whether a field of the record is that of a field of the body. */
function isHeld({ name }: Field, body: readonly Field[], exceptions: ResourceExceptions): boolean {
  return body.some((field) => field.name === name && attributeName(field.name, exceptions) === name);
}

/** The fields that only the create's answer has. */
function shownOnce(create: Operation, record: readonly Field[]): Attribute[] {
  return fieldsOf(create.output, "output")
    .filter(({ name }) => !record.some((field) => field.name === name))
    .map((field) => computedAttribute(field, { isSecret: true }));
}

/** What a deletion may be asked for, as attributes that only the deletion reads. */
function deletionOptions(remove: Operation): Attribute[] {
  return fieldsOf(remove.query, "input")
    .filter(({ type }) => type.type === "bool")
    .map(({ name }) => ({
      name: `${name}_on_delete`,
      type: "bool",
      mode: "optional",
      description: `Whether it is deleted with \`${name}\`.`,
    }));
}

function sourcesOf(
  attributes: readonly Attribute[],
  body: readonly Field[],
  {
    parents,
    idParam,
    exceptions,
  }: { readonly parents: readonly string[]; readonly idParam: string; readonly exceptions: ResourceExceptions },
): Sources {
  return {
    params: { ...Object.fromEntries(parents.map((name) => [name, name])), [idParam]: "id" },
    body: Object.fromEntries(body.map(({ name }) => [name, attributeName(name, exceptions)])),
    writeOnly: attributes.filter(({ write_only }) => write_only !== undefined).map(({ name }) => name),
  };
}

function membersOf(members: NonNullable<ResourceExceptions["members"]>, sources: Sources): Members[] {
  return Object.entries(members).map(([attribute, { param, add, remove }]) => {
    const call = (id: PublicOperationId) =>
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

function absenceOf(
  record: readonly Field[],
  stated: ResourceExceptions["absent"],
): Pick<ResourceDescription, "absent"> {
  const isKept = record.some(({ name, values }) => name === "status" && values?.includes("deleted"));
  const absent = [...(stated ?? []), ...(isKept ? [{ field: "status", values: ["deleted"] }] : [])];
  return absent.length > 0 ? { absent } : {};
}

/** A resource that an operation creates is waited for by that. Others say by their status when they work. */
function waitOf(record: readonly Field[], create: Operation): Pick<ResourceDescription, "wait"> {
  const statuses = record.find(({ name }) => name === "status")?.values?.map(String) ?? [];
  const changing = statuses.filter((status) => /(ing|queued)$/.test(status) && status !== "deleting");
  if (create.success === 202 || changing.length === 0) return {};
  return { wait: { changing, failed: statuses.filter((status) => status === "error" || status === "failed") } };
}

function bodyNames({ body }: Operation): string[] {
  return Object.keys(body.shape);
}
