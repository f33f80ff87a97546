import { RESOURCE_TYPES, resourceOf } from "@fulmar/contract";
import {
  describeOperatorApi,
  describePublicApi,
  type FieldDescription,
  type JsonSchema,
  type OperationDescription,
  type PublicApi,
  resolve,
} from "@fulmar/contract/description";
import type { Field, OperationCommand } from "../src/table.ts";
import { asSchema, fieldOf } from "./flags.ts";

/** The commands that are no operations (`src/program.ts`), and those on the host. */
const RESERVED = ["admin", "api", "completion", "context", "help", "s3", "seed", "ssh"];

/** Every operation of the public API and of operators as a command, in the catalog's order. */
export function operationCommands(): readonly OperationCommand[] {
  const commands = [describePublicApi(), describeOperatorApi()].flatMap((api) =>
    api.operations.map((operation) => commandOf(operation, api)),
  );
  for (const { id, noun, verb, args, flags } of commands) {
    const names = flags.map(({ flag }) => flag);
    const twice = names.find((flag, index) => names.indexOf(flag) !== index);
    if (twice !== undefined) throw new Error(`${id}: two fields would be --${twice}`);
    if (RESERVED.includes(noun)) throw new Error(`${id}: "${noun}" is another command`);
    if (commands.some((other) => other.noun === `${noun} ${verb}`)) throw new Error(`${id}: "${verb}" is a noun there`);
    if (args.some(({ type }) => type === "json")) throw new Error(`${id}: a field of the path is no text`);
  }
  return commands;
}

function commandOf(operation: OperationDescription, api: PublicApi): OperationCommand {
  const { declaration, fields, body, output } = operation;
  const [resource = "", verb = ""] = declaration.id.split(".");
  const given = fields.map(({ name }) => name);
  const toField = (field: FieldDescription) => fieldOf(field, api.schemas, listsOf(field, operation, given, api));
  const taken = fields.filter(({ name, in: place }) => place !== "path" && name !== "wait" && name !== "cursor");
  const rows = rowsOf(operation, api);
  const record = rows?.record ?? (output.items === undefined ? output : asSchema(output.items));
  const flags = withOwnFlags(taken.map(toField));
  const inPath = fields.filter((field) => field.in === "path");
  const place = ({ name }: FieldDescription) => declaration.path.indexOf(`{${name}}`);
  return {
    id: declaration.id,
    noun:
      declaration.audience === "operator" ? operatorNoun(resource) : resource === "cloudVm" ? "vm" : kebab(resource),
    verb: kebab(verb),
    summary: declaration.summary,
    text: operation.text,
    args: inPath.toSorted((a, b) => place(a) - place(b)).map(toField),
    flags,
    ...(body !== undefined && { body: true }),
    ...(declaration.list && { list: true }),
    ...(!declaration.safe && { change: true }),
    ...(declaration.audience === "operator" && { operator: true }),
    ...(rows !== undefined && { rows: rows.name }),
    ...deletedOf(operation, flags, api),
    ...waitOf(operation, api),
    columns: columnsOf(resolve(record, api.schemas), resourceOf(declaration.resource).field, api.schemas),
  };
}

/** `ssh_key_ids` is `--ssh-key`, as with others, and `ssh_keys` beside it `--ssh-keys`. */
function withOwnFlags(fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => {
    const isShared = fields.some((other) => other !== field && other.flag === field.flag);
    return isShared && !/_ids?$/.test(field.name) ? { ...field, flag: field.name.replaceAll("_", "-") } : field;
  });
}

/** The items of a list that answers `{ <items>, total }`, and their record. */
function rowsOf({ declaration, output }: OperationDescription, { schemas }: PublicApi) {
  if (declaration.list || !declaration.id.endsWith(".list")) return undefined;
  const properties = asSchema(resolve(output, schemas).properties);
  const arrays = Object.entries(properties).filter(([, schema]) => asSchema(schema).type === "array");
  const [items] = arrays;
  if (items === undefined || arrays.length > 1 || !("total" in properties)) return undefined;
  return { name: items[0], record: asSchema(asSchema(items[1]).items) };
}

/** How a list finds what is deleted and can be restored. */
function deletedOf(
  { declaration: { id } }: OperationDescription,
  flags: readonly Field[],
  { operations }: PublicApi,
): Pick<OperationCommand, "deleted"> {
  const restore = `${id.split(".")[0]}.restore`;
  if (!id.endsWith(".list") || !operations.some(({ declaration }) => declaration.id === restore)) return {};
  if (flags.some(({ name }) => name === "deleted")) return { deleted: { deleted: true } };
  const status = flags.find(({ name }) => name === "status");
  return status?.choices?.includes("deleting") ? { deleted: { status: "deleting" } } : {};
}

/** How a command waits, and what it shows then. */
function waitOf(
  { declaration, output, wait }: OperationDescription,
  { operations, schemas }: PublicApi,
): Pick<OperationCommand, "wait" | "shown"> {
  if (declaration.method === "GET") return {};
  const get = operations.find(({ declaration: { id } }) => id === `${declaration.id.split(".")[0]}.get`);
  if (get === undefined) return wait === "operation" ? { wait } : {};
  const answered = Object.keys(asSchema(resolve(output, schemas).properties));
  const shown = get.fields.every(({ name, in: place }) => place !== "path" || answered.includes(name));
  if (wait === "operation") return { wait, ...(shown && { shown: get.declaration.id }) };
  return get.wait === "field" && shown && output.$ref === get.output.$ref ? { wait: get.declaration.id } : {};
}

/** Fields whose name is not that of the resource that they name. */
const NAMED_BY: Readonly<Record<string, string>> = {
  remote_group_id: "firewall_group_id",
  from_vm_id: "vm_id",
  to_vm_id: "vm_id",
};

/** The lists in which a field's value may be looked up by its name: those whose other fields the operation has, too. */
function listsOf(
  { name, in: place }: FieldDescription,
  { declaration }: OperationDescription,
  given: readonly string[],
  api: PublicApi,
): readonly string[] {
  const parameter = NAMED_BY[name] ?? name.replace(/_ids$/, "_id");
  if (!/(^|_)id$/.test(parameter)) return [];
  const lists = api.operations.filter(
    (operation) => operation.declaration.list || rowsOf(operation, api) !== undefined,
  );
  const collection = declaration.path.split(`/{${name}}`)[0];
  const own = place === "path" ? lists.filter((list) => list.declaration.path === collection) : [];
  const types = RESOURCE_TYPES.filter((type) => resourceOf(type).parameter === parameter);
  const all = lists.filter(
    (list) =>
      types.includes(list.declaration.resource) &&
      list.declaration.id.endsWith(".list") &&
      list.fields.every((field) => field.in !== "path" || given.includes(field.name)),
  );
  return (own.length > 0 ? own : all).map((list) => list.declaration.id);
}

const LEFT_OUT = /^(organization|workspace)_|^updated_at$|^description$|_hash$|_by$|^etag$/;
const FIRST_COLUMNS = ["id", "name", "key", "status", "fence_error", "plan_name", "public_ip", "private_ip"];
const MOST_COLUMNS = 7;

/**
 * The id, by which others name it, then the name, the status and other fields without inner structure, and the time.
 */
function columnsOf(record: JsonSchema, idField: string, schemas: PublicApi["schemas"]): readonly string[] {
  const properties = Object.entries(asSchema(record.properties)).filter(([, schema]) =>
    isPlain(resolve(asSchema(schema), schemas)),
  );
  const names = properties.map(([name]) => name).filter((name) => name === idField || !LEFT_OUT.test(name));
  const first = [...new Set([idField, ...FIRST_COLUMNS])].filter((name) => names.includes(name));
  const rest = names.filter((name) => !first.includes(name) && name !== "created_at");
  const last = names.includes("created_at") ? ["created_at"] : [];
  return [...[...first, ...rest].slice(0, MOST_COLUMNS - last.length), ...last];
}

function isPlain(schema: JsonSchema): boolean {
  const alternatives = Array.isArray(schema.anyOf) ? schema.anyOf.map(asSchema) : [schema];
  return alternatives.every(({ type, $ref }) => type !== "object" && type !== "array" && $ref === undefined);
}

/** `operatorToken` is the noun `token` of `operator`, and `operator` is that word itself. */
function operatorNoun(resource: string): string {
  const [operator, ...noun] = kebab(resource).split("-");
  if (operator !== "operator") throw new Error(`${resource} of operators does not begin with "operator"`);
  return noun.length === 0 ? operator : `${operator} ${noun.join("-")}`;
}

function kebab(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
