import { operationCommands } from "@fulmar/cli/generator/commands.ts";
import { publicCatalog } from "@fulmar/contract";
import { providerDescription, type ResourceDescription } from "@fulmar/contract/opentofu";

/** An argument or a flag of a command. */
export interface ShownFlag {
  readonly name: string;
  readonly flag: string;
  readonly type: string;
}

/** The clients' names of one operation and its fields. */
export interface OperationShape {
  readonly id: string;
  readonly method: string;
  /** Below `/v1`, parameters in braces. */
  readonly path: string;
  /** The URL of the API, ending in `/v1`. */
  readonly apiUrl: string;
  readonly hasBody: boolean;
  readonly command: {
    readonly noun: string;
    readonly verb: string;
    readonly args: readonly ShownFlag[];
    readonly flags: readonly ShownFlag[];
    readonly waits: boolean;
  };
  /** The resource that the operation creates or reads in OpenTofu. Absent where there is none. */
  readonly tofu?: {
    readonly resource: string;
    /** The attribute of each field of the body. */
    readonly attributes: Readonly<
      Record<string, { readonly name: string; readonly json: boolean; readonly secret: boolean }>
    >;
    /** The fields of the path that make the id of an import, in order. */
    readonly importId: readonly string[];
  };
}

/** Derived from the whole contract, so it is done once. */
const described = lazily(() => ({ commands: operationCommands(), resources: providerDescription().resources }));

function lazily<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

/** @returns undefined if the public API has no such operation */
export function operationShape(id: string, apiUrl: string): OperationShape | undefined {
  const operation = publicCatalog.find((declared) => declared.id === id);
  if (operation === undefined) return undefined;
  const { commands, resources } = described();
  const command = commands.find((listed) => listed.id === id);
  if (command === undefined) return undefined;
  const resource = resources.find(
    ({ create, read }) => create.operation === id || (read.operation === id && read.list === undefined),
  );
  const { noun, verb, args, flags, wait } = command;
  const shown = ({ name, flag, type }: ShownFlag): ShownFlag => ({ name, flag, type });
  return {
    ...{ id, method: operation.method, path: operation.path, apiUrl, hasBody: command.body === true },
    command: { noun, verb, args: args.map(shown), flags: flags.map(shown), waits: wait !== undefined },
    ...(resource !== undefined && { tofu: tofuOf(resource) }),
  };
}

function tofuOf({ name, create, read, attributes }: ResourceDescription): NonNullable<OperationShape["tofu"]> {
  const sent = [...create.params, ...(create.body ?? [])];
  return {
    resource: `fulmar_${name}`,
    attributes: Object.fromEntries(
      sent.map(({ field, attribute, json }) => [
        field,
        {
          name: attribute,
          json: json === true,
          secret: attributes.some((other) => other.name === attribute && other.write_only !== undefined),
        },
      ]),
    ),
    importId: read.params.map(({ field }) => field),
  };
}
