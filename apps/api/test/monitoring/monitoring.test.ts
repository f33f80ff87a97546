// An API and a worker in processes of their own: their traces, as a collector receives them, and their metrics.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { freePort } from "@fulmar/prisma/server";
import { programEnvironment, startListening } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Api, MASTER_KEY, startApi } from "../api-fixture.ts";

const API = join(import.meta.dirname, "../../src/main.ts");
const WORKER = join(import.meta.dirname, "../../../worker/src/main.ts");
/** Two processes start on a busy machine. */
const PROCESSES_MS = 180_000;
const COUNTED = /^fulmar_operation_duration_seconds_count\{saga="vm-create",[^}]*\} (\d+)$/gm;
const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };

const Attributes = z.array(
  z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }).loose() }),
);
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() }).loose()).default([]),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }),
});
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span.loose()) })),
    }),
  ),
});

let api: Api;
let collector: Server;
let served: Awaited<ReturnType<typeof startListening>>;
let worker: ChildProcess;
let metricsPort: number;
const spans: (z.infer<typeof Span> & { service: string })[] = [];
let received = "";
let logged = "";

beforeAll(async () => {
  collector = createServer(async (request, answer) => {
    const body = await json(request);
    received += JSON.stringify(body);
    for (const { resource, scopeSpans } of Export.parse(body).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
      for (const { spans: sent } of scopeSpans) spans.push(...sent.map((span) => ({ ...span, service })));
    }
    answer.setHeader("content-type", "application/json").end("{}");
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  api = await startApi();
  const { port } = collector.address() as AddressInfo;
  const environment = {
    DATABASE_URL: api.databaseUrl,
    FULMAR_DATA_DIR: api.configuration.dataDir,
    FULMAR_SECRET: "a secret of tests, long enough to be one",
    FULMAR_MASTER_KEY: MASTER_KEY,
    FULMAR_TRACES_URL: `http://127.0.0.1:${port}`,
  };
  served = await startListening(API, (free) => ({ ...environment, API_PORT: String(free) }), "Server listening at");
  served.child.stdout?.on("data", (chunk) => (logged += String(chunk)));
  metricsPort = await freePort();
  const workerEnvironment = { ...programEnvironment(), ...environment, WORKER_METRICS_PORT: String(metricsPort) };
  worker = spawn(process.execPath, [WORKER], { env: workerEnvironment, stdio: ["ignore", "pipe", "inherit"] });
  worker.stdout?.on("data", (chunk) => (logged += String(chunk)));
  await vi.waitFor(() => fetch(`http://127.0.0.1:${metricsPort}/metrics`), { timeout: PROCESSES_MS, interval: 100 });
}, PROCESSES_MS);

afterAll(async () => {
  await Promise.all([stopped(served.child), stopped(worker)]);
  await api.close();
  collector.close();
});

async function stopped(child: ChildProcess) {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function create(name: string): Promise<string> {
  const answer = await fetch(
    `http://127.0.0.1:${served.port}/v1/compute/cloud-vms?workspace_id=${api.tenant.workspaceId}`,
    {
      method: "POST",
      headers: {
        authorization: `Bearer ${api.tenant.token}`,
        "content-type": "application/json",
        "x-idempotency-key": name,
        traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-00`,
      },
      body: JSON.stringify({ name, plan_id: "plan-nano", template_id: "debian-13" }),
    },
  );
  expect(answer.status).toBe(202);
  const { operation_id } = z
    .object({ operation_id: z.string() })
    .loose()
    .parse(await answer.json());
  const path = `/v1/compute/operations/${operation_id}?workspace_id=${api.tenant.workspaceId}&wait=30`;
  const ended = await fetch(`http://127.0.0.1:${served.port}${path}`, {
    headers: { authorization: `Bearer ${api.tenant.token}` },
  });
  return z
    .object({ status: z.string() })
    .loose()
    .parse(await ended.json()).status;
}

const named = (name: string, traceId: string) => spans.filter((span) => span.name === name && span.traceId === traceId);
const parentOf = (span: z.infer<typeof Span>) => spans.find(({ spanId }) => spanId === span.parentSpanId);

test("a trace leads from a request through its operation, steps, provider calls and statements", {
  timeout: PROCESSES_MS,
}, async () => {
  expect(await create("traced")).toBe("succeeded");
  await expect.poll(() => spans.some(({ name }) => name === "operation vm-create")).toBe(true);
  const [operation] = spans.filter(({ name }) => name === "operation vm-create");
  if (operation === undefined) throw new Error("no operation was traced");
  const { traceId } = operation;
  await expect.poll(() => named("cloudVm.create", traceId)).toHaveLength(1);
  const [request] = named("cloudVm.create", traceId);
  expect(request).toMatchObject({ service: "fulmar-api", links: [CALLER] });
  expect(request?.parentSpanId ?? "").toBe("");
  const transaction = parentOf(operation);
  expect(transaction).toMatchObject({ name: "transaction", service: "fulmar-api", parentSpanId: request?.spanId });
  const [step] = named("step create-instance", traceId);
  expect(step).toMatchObject({ service: "fulmar-worker", parentSpanId: operation.spanId });
  const [call] = named("call compute.createInstance", traceId);
  expect(call?.parentSpanId).toBe(step?.spanId);
  const statements = spans.filter((span) => span.traceId === traceId && span.parentSpanId === call?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  // Reads before the transaction belong to the request itself.
  expect(named("statement door_token", traceId)[0]?.parentSpanId).toBe(request?.spanId);
  const line = logged.split("\n").find((text) => text.includes('"operation":"cloudVm.create"'));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ trace_id: traceId, span_id: request?.spanId });
});

test("a step that failed has its error, and no span has the values of requests", {
  timeout: PROCESSES_MS,
}, async () => {
  expect(await create("fail-at-boot-instance--1")).toBe("failed");
  await expect.poll(() => spans.find(({ name }) => name === "undo create-instance")).toBeDefined();
  const failed = spans.find(({ name, status }) => name === "step boot-instance" && status.code === 2);
  expect(failed?.status.message).toContain("The simulated provider failed at the step boot-instance");
  expect(received).not.toContain(api.tenant.token);
  expect(received).not.toContain("plan-nano");
});

test("a worker's metrics count operations, steps, provider calls and reconcilers; the API's count what has not ended", {
  timeout: PROCESSES_MS,
}, async () => {
  const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  // The worker counts an operation after its end: those of other tests, too.
  const counted = async () => [...(await read()).matchAll(COUNTED)].reduce((sum, [, count]) => sum + Number(count), 0);
  const ended = await api.database.prisma.operation.count({ where: { saga: "vm-create", NOT: { finished_at: null } } });
  await expect.poll(counted).toBe(ended);
  const before = await read();
  expect(await create("counted")).toBe("succeeded");
  expect(await create("fail-at-boot-instance--counted")).toBe("failed");
  let after = before;
  const count = (name: string, labels: string) => {
    const line = new RegExp(`^fulmar_${name}_count\\{${labels}\\} (\\d+)$`, "m");
    const [from, to] = [before, after].map((text) => Number(line.exec(text)?.[1] ?? 0));
    return (to ?? 0) - (from ?? 0);
  };
  const failed = async () => {
    after = await read();
    return count("operation_duration_seconds", 'saga="vm-create",outcome="failed"');
  };
  await expect.poll(failed).toBe(1);
  expect(count("operation_duration_seconds", 'saga="vm-create",outcome="succeeded"')).toBe(1);
  expect(count("step_duration_seconds", 'step="boot-instance",direction="do",result="failed"')).toBe(1);
  expect(count("step_duration_seconds", 'step="create-instance",direction="undo",result="succeeded"')).toBe(1);
  const call = 'provider="simulated",call="compute.createInstance",result="succeeded"';
  expect(count("provider_call_duration_seconds", call)).toBe(2);
  expect(after).toMatch(
    /^fulmar_reconciler_duration_seconds_count\{reconciler="guard-sites",result="succeeded"\} [1-9]/m,
  );
  expect(await api.metrics.text()).toContain('fulmar_operations{state="unfinished"} 0');
});
