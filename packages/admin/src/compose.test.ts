import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfiguration } from "@fulmar/config";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";

const text = readFileSync(join(import.meta.dirname, "../../../deploy/compose.yaml"), "utf8");

interface Service {
  readonly environment: Readonly<Record<string, string>>;
}
const { services } = parse(text, { merge: true }) as { services: Readonly<Record<string, Service>> };

/** The commands before the first start write these into .env. */
function firstSettings(): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-compose-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const commands = Array.from(text.matchAll(/^# {3}(\(echo .*|mkdir .*)$/gm), ([, line = ""]) => line);
  expect(commands).toHaveLength(2);
  execFileSync("sh", ["-euc", commands.join("\n")], { cwd: folder });
  expect(readFileSync(join(folder, "settings/master-key"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  const lines = readFileSync(join(folder, ".env"), "utf8").trimEnd().split("\n");
  return Object.fromEntries(lines.map((line) => line.split("=")));
}

/** The environment of a service, as compose fills it in. @throws Error for a variable that is required and not set */
function environmentOf(service: string, set: Readonly<Record<string, string>>): Record<string, string> {
  const filled = (value: string) =>
    value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, other?: string) => {
      const given = set[name] ?? (kind === "-" ? other : undefined);
      if (given === undefined) throw new Error(`${name} is required: ${other}`);
      return given;
    });
  const environment = Object.entries(services[service]?.environment ?? {});
  return Object.fromEntries(environment.map(([name, value]) => [name, filled(String(value))]));
}

test("each process has the password of its own login, and only what migrates has all three", () => {
  const set = firstSettings();
  const { OWNER_PASSWORD = "", API_PASSWORD = "", WORKER_PASSWORD = "" } = set;
  const passwords = { owner: OWNER_PASSWORD, api: API_PASSWORD, worker: WORKER_PASSWORD };
  expect(new Set(Object.values(passwords)).size).toBe(3);
  const known = (service: string) => {
    const values = Object.values(environmentOf(service, set)).join("\n");
    return Object.entries(passwords).flatMap(([login, password]) => (values.includes(password) ? [login] : []));
  };
  expect(Object.fromEntries(Object.keys(services).map((service) => [service, known(service)]))).toEqual({
    database: ["owner"],
    migrate: ["owner", "api", "worker"],
    api: ["api"],
    worker: ["worker"],
    "object-store": ["api"],
    console: ["api"],
  });
  for (const service of Object.keys(services).filter((name) => name !== "database")) {
    const { environment, databaseUrl, ownerUrl } = loadConfiguration(environmentOf(service, set));
    expect(environment).toBe("production");
    expect(new URL(databaseUrl).username).toBe(service === "worker" ? "fulmar_background" : "fulmar_api");
    expect(ownerUrl === undefined).toBe(service !== "migrate");
  }
});

test("a password that is not set stops compose, and its name says which", () => {
  const set = firstSettings();
  for (const [name, service] of [
    ["OWNER_PASSWORD", "database"],
    ["API_PASSWORD", "api"],
    ["WORKER_PASSWORD", "worker"],
    ["FULMAR_SECRET", "console"],
  ] as const) {
    const { [name]: _, ...others } = set;
    expect(() => environmentOf(service, others)).toThrow(`${name} is required: set it in .env`);
  }
});
