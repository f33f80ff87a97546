import type { OperationShape, ShownFlag } from "./operation-shape.ts";

/** The fields of a request, without its workspace. */
export type ShownInput = Readonly<Record<string, unknown>>;

/**
 * A request by every client, in the order in which they are shown.
 * @param input fields that the operation does not have are left out; its `name` labels the resource of OpenTofu
 */
export function textsOf(
  shape: OperationShape,
  input: ShownInput,
  workspaceId: string,
): readonly (readonly [client: string, text: string])[] {
  const fields = new Set([...shape.command.args, ...shape.command.flags].map(({ name }) => name));
  const given = Object.fromEntries(Object.entries(input).filter(([name, value]) => fields.has(name) && isGiven(value)));
  const tofu = tofuText(shape, given, labelOf(String(input.name ?? input.label ?? "main")));
  return [
    ["curl", curlText(shape, given, workspaceId)],
    ["Command line", commandText(shape, given)],
    ["SDK", sdkText(shape, given)],
    ...(tofu === undefined ? [] : [["OpenTofu", tofu] as const]),
  ];
}

/** Empty lists equal absent ones. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function curlText({ method, path, apiUrl, hasBody }: OperationShape, input: ShownInput, workspaceId: string): string {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name] ?? `{${name}}`)),
  );
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
  const query = new URLSearchParams({ workspace_id: workspaceId });
  if (!hasBody) for (const [name, value] of Object.entries(rest)) query.set(name, String(value));
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(`${apiUrl}${filled}?${query}`)}`,
    `  -H "Authorization: Bearer $FULMAR_TOKEN"`,
    ...(method === "GET" ? [] : [`  -H "X-Idempotency-Key: $(uuidgen)"`]),
    ...(hasBody ? [`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(rest, null, 2))}`] : []),
  ].join(" \\\n");
}

function commandText({ command: { noun, verb, args, flags, waits } }: OperationShape, input: ShownInput): string {
  const words = [
    ...args.map(({ name }) => quoted(String(input[name] ?? name))),
    ...flags.flatMap((flag) => flagWords(flag, input[flag.name])),
    ...(waits ? ["--wait"] : []),
  ];
  const [first = "", ...more] = words;
  return [`fulmar ${noun} ${verb} ${first}`.trimEnd(), ...more.map((word) => `  ${word}`)].join(" \\\n");
}

function flagWords({ flag, type }: ShownFlag, value: unknown): string[] {
  if (!isGiven(value)) return [];
  if (type === "boolean") return value === true ? [`--${flag}`] : [`--no-${flag}`];
  if (type === "json") return [`--${flag} ${quoted(JSON.stringify(value))}`];
  const values = Array.isArray(value) ? value : [value];
  return values.map((one) => `--${flag} ${quoted(String(one))}`);
}

function sdkText({ id, command: { waits } }: OperationShape, input: ShownInput): string {
  const call = `client.${id}(${Object.keys(input).length === 0 ? "" : JSON.stringify(input, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:")})`;
  return waits ? `const accepted = await ${call};\nawait accepted.wait();` : `const record = await ${call};`;
}

function tofuText({ id, tofu }: OperationShape, input: ShownInput, label: string): string | undefined {
  if (tofu === undefined) return undefined;
  const { resource, attributes, importId } = tofu;
  if (!id.endsWith(".create")) {
    const importedId = importId.map((field) => String(input[field] ?? field)).join("/");
    return [
      "# tofu plan -generate-config-out=generated.tf",
      "import {",
      `  to = ${resource}.${label}`,
      `  id = ${JSON.stringify(importedId)}`,
      "}",
    ].join("\n");
  }
  const lines = Object.entries(input).flatMap(([field, value]) => {
    const attribute = attributes[field];
    if (attribute === undefined) return [];
    const shown = attribute.json ? `jsonencode(${hcl(value, "  ")})` : hcl(value, "  ");
    return [[attribute.name, attribute.secret ? `var.${attribute.name}` : shown] as const];
  });
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return [
    `resource "${resource}" "${label}" {`,
    ...lines.map(([name, value]) => `  ${name.padEnd(width)} = ${value}`),
    "}",
  ].join("\n");
}

/** A value in HCL. `${` and `%{` would begin a template, so they are doubled (OpenTofu: Strings and Templates). */
function hcl(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === "string") return JSON.stringify(value).replaceAll(/([$%])\{/g, "$1$1{");
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object")) return `[${value.map((item) => hcl(item, inner)).join(", ")}]`;
    return `[\n${value.map((item) => `${inner}${hcl(item, inner)},`).join("\n")}\n${indent}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, held]) => isGiven(held));
    return `{\n${entries.map(([name, held]) => `${inner}${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)} = ${hcl(held, inner)}`).join("\n")}\n${indent}}`;
  }
  return String(value);
}

/** A name that OpenTofu takes as a label. */
function labelOf(name: string): string {
  const label = name.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, "_");
  return /^[a-z_]/.test(label) ? label : `_${label}`;
}

/** A word of the shell, quoted where that matters. */
function quoted(word: string): string {
  return /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
