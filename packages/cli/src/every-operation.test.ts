import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Operation, operatorCatalog, publicCatalog } from "@fulmar/contract";
import type { Command } from "commander";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { operationCommands } from "../generator/commands.ts";
import { candidates } from "./completion.ts";
import { createProgram } from "./program.ts";
import { type Field, loadCommands, type OperationCommand } from "./table.ts";

const commands = loadCommands();
const declarations = [...publicCatalog, ...operatorCatalog] as readonly unknown[] as readonly Operation[];
const each = commands.map((command) => [command.id, command] as const);

interface Received {
  readonly method: string | undefined;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

const NOTHING_PLANNED = {
  ...{ would_answer: 200, changes: [], affects: [], steps: [], quotas: [], warnings: [] },
  ...{ irreversible: false, restorable_until: null },
  cost: { hourly_delta: "0", monthly_delta: "0", currency: null },
};

const FILE = { file_name: "invoice.csv", media_type: "text/csv", content: "" };
const EMPTY_GRAPH = { nodes: [], edges: [], hidden: 0, truncated: false };
const EMPTY_MAP = { nodes: [], edges: [], kinds: [], tags: [], hidden: [], truncated: false };

/** Answers every request of a list with one item, which has every name, and every other one with a record. */
const received: Received[] = [];
const server = createServer(async (request, response) => {
  const body = await text(request);
  const url = new URL(request.url ?? "", "http://localhost");
  const { authorization } = request.headers;
  received.push({ method: request.method, url, authorization, body: body === "" ? undefined : JSON.parse(body) });
  const list = commands.find(
    ({ id, list }) => list && new RegExp(`^/v1${pathOf(id).replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(url.pathname),
  );
  const [idField = "id"] = list?.columns ?? [];
  const isList = request.method === "GET" && list !== undefined;
  if (url.searchParams.has("dry_run")) return response.end(JSON.stringify(NOTHING_PLANNED));
  if (url.pathname.endsWith("/file")) return response.end(JSON.stringify(FILE));
  if (url.pathname.endsWith("/graph")) return response.end(JSON.stringify(EMPTY_GRAPH));
  if (url.pathname.endsWith("/resources/map")) return response.end(JSON.stringify(EMPTY_MAP));
  response.end(JSON.stringify(isList ? names.map((name) => ({ [idField]: name, name })) : {}));
});
const names: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("FULMAR_API_URL", `http://127.0.0.1:${port}/v1`);
  vi.stubEnv("FULMAR_TOKEN", "svc");
  vi.stubEnv("FULMAR_OPERATOR_TOKEN", "svc_operator");
  vi.stubEnv("FULMAR_WORKSPACE", "7");
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
beforeEach(() => {
  received.length = 0;
  names.length = 0;
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  server.close();
});

test("each list has columns, and that of hosts has why one is not fenced", () => {
  expect(commands.filter(({ verb, columns }) => verb === "list" && columns.length === 0)).toEqual([]);
  expect(commands.find(({ id }) => id === "operatorHost.list")?.columns).toEqual(
    expect.arrayContaining(["host_id", "name", "status", "state", "fence_error"]),
  );
});

test("api/commands.json is what the contract says", () => {
  const written = JSON.parse(readFileSync(new URL("../api/commands.json", import.meta.url), "utf8"));
  expect(written).toEqual(JSON.parse(JSON.stringify(operationCommands())));
});

describe("every operation of the public API and of operators", () => {
  test.each(each)("%s has help for each of its fields, and completions", (_, { noun, verb, args, flags, summary }) => {
    const words = [...noun.split(" "), verb];
    const command = words.reduce(
      (group: Command | undefined, word) => group?.commands.find((each) => each.name() === word),
      createProgram(commands, words),
    );
    const help = command?.helpInformation() ?? "";
    expect(help.replaceAll("\n", " ")).toContain(summary);
    for (const { flag } of args) expect(help).toContain(`<${flag}>`);
    const found = candidates(createProgram(commands, words), [...words, "--"]);
    for (const { flag } of flags) {
      expect(help).toContain(`--${flag}`);
      expect(found).toContain(`--${flag}`);
    }
  });

  test.each(each)("%s is sent as its example says", async (id, command) => {
    const declaration = declarations.find((operation) => operation.id === id);
    const [example = {}] = (declaration?.body.meta()?.examples ?? []) as Readonly<Record<string, unknown>>[];
    const bodyFlags = command.flags.filter(({ name }) => name in example);
    for (const { name, found } of bodyFlags)
      if (found !== undefined)
        names.push(
          ...[example[name]]
            .flat()
            .filter((value) => value !== null)
            .map(String),
        );
    const words = [
      ...[...command.noun.split(" "), command.verb],
      ...[...pathOf(id).matchAll(/\{(\w+)\}/g)].map(([, name]) => pathValue(argOf(command, name))),
      ...bodyFlags.flatMap((field) => wordsOf(field, example[field.name])),
      ...others(command, example),
    ];
    await createProgram(commands, words).parseAsync(words, { from: "user" });
    const sent = received.at(-1);
    expect(sent?.method).toBe(declaration?.method);
    const path = pathOf(id).replaceAll(/\{(\w+)\}/g, (_, name) => pathValue(argOf(command, name)));
    expect(sent?.url.pathname).toBe(`/v1${path}`);
    expect(sent?.url.searchParams.get("workspace_id")).toBe(command.operator ? null : "7");
    expect(sent?.authorization).toBe(command.operator ? "Bearer svc_operator" : "Bearer svc");
    expect(sent?.body).toEqual(command.body ? example : undefined);
    if (declaration?.safe) return;
    await createProgram(commands, words).parseAsync([...words, "--dry-run"], { from: "user" });
    expect(received.at(-1)).toMatchObject({ method: sent?.method, body: sent?.body });
    expect(received.at(-1)?.url.searchParams.get("dry_run")).toBe("true");
  });
});

function pathOf(id: string): string {
  return declarations.find((operation) => operation.id === id)?.path ?? "";
}

function argOf({ args }: OperationCommand, name: string | undefined): Field | undefined {
  return args.find((field) => field.name === name);
}

/** A value of its own for each field of the path, so that one in the place of another is seen. */
function pathValue(field: Field | undefined): string {
  return field?.type === "integer" ? "1" : `${field?.name.replaceAll("_", "")}_${"0".repeat(26)}`;
}

function others({ flags }: OperationCommand, example: object): string[] {
  return flags.flatMap(({ required, name, flag, choices }) =>
    required && !(name in example) ? [`--${flag}`, choices?.[0] ?? "2026-11"] : [],
  );
}

function wordsOf({ flag, type, list }: Field, value: unknown): string[] {
  if (value === null || value === false || (list && Array.isArray(value) && value.length === 0))
    return [`--no-${flag}`];
  if (type === "boolean") return [`--${flag}`];
  if (type === "json") return [`--${flag}`, JSON.stringify(value)];
  return (list && Array.isArray(value) ? value : [value]).flatMap((item) => [`--${flag}`, String(item)]);
}
