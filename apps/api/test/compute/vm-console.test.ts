import { loadConfiguration } from "@fulmar/config";
import { answerSiteQuestions, createWorkerServices } from "@fulmar/core/worker";
import { silent } from "@fulmar/engine/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { makeVm, timestamp } from "./compute-fixture.ts";

let api: Api;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  api = await startApi();
  stopWorker = startWorker();
});
afterAll(async () => {
  await stopWorker();
  await api.close();
});

/** The part of a worker that answers what requests ask of sites. The API itself reaches none. */
function startWorker(provided: Partial<ReturnType<typeof createWorkerServices>> = {}): () => Promise<void> {
  const secret = "a secret of tests, long enough to be one";
  const configuration = loadConfiguration({ DATABASE_URL: api.databaseUrl, FULMAR_SECRET: secret });
  const services = createWorkerServices(api.database, configuration);
  const questions = answerSiteQuestions({ ...services, ...provided }, silent);
  return async () => {
    await questions.stop();
    await services.close();
  };
}

const read = (vmId: string) => api.request("GET", `/compute/cloud-vms/${vmId}/console-log`);

/** Creates an instance at the simulated site, as a worker does. */
async function machine(console: readonly string[]): Promise<string> {
  const vm_id = await makeVm(api);
  const text = `INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, console)
       VALUES ($1, 'web', 2, 2048, 40, 'debian-13', $2)`;
  await api.database.pool.query(text, [vm_id, console]);
  return vm_id;
}

test("200: the log of every boot", async () => {
  const { status, body } = await read(await machine(["boot", "halt", "rescue"]));
  expect(status).toBe(200);
  expect(body).toEqual({
    log: expect.stringMatching(/^\[ +0\.000000\] Linux.*debian-13 web ttyS0.*Power down.*rescue system/s),
    truncated: false,
    read_at: timestamp,
  });
});

test("200: the last 64 KiB of a long log; an empty log for an instance that never booted", async () => {
  const { body } = await read(await machine(Array.from({ length: 150 }, () => "boot")));
  expect(body.truncated).toBe(true);
  expect(Buffer.byteLength(body.log)).toBe(65_536);
  expect((await read(await machine([]))).body).toEqual({ log: "", truncated: false, read_at: timestamp });
});

test("409 no_instance for an accepted or deleted VM; 409 unsupported_by_site", async () => {
  expectError(await read(await makeVm(api, { status: "accepted" })), 409, "no_instance");
  expectError(await read(await makeVm(api, { status: "deleted" })), 409, "no_instance");
  const vm_id = await machine(["boot"]);
  await api.database.prisma.site.updateMany({ data: { unsupported: ["console_log"] } });
  expectError(await read(vm_id), 409, "unsupported_by_site");
  await api.database.prisma.site.updateMany({ data: { unsupported: [] } });
});

test("503 site_unavailable with Retry-After when the site does not answer", async () => {
  const site_id = "site_gone";
  const nowhere = {
    endpoint: "unix:///nowhere/lxd.socket",
    project: "fulmar",
    storage_pool: "default",
    network: "fm0",
    instance_type: "container",
  };
  await api.database.prisma.site.create({
    data: {
      site_id,
      name: "Gone",
      location: "Nowhere",
      provider: `lxd:${site_id}`,
      position: 2_000,
      site_connection: { create: nowhere },
    },
  });
  const vm_id = await machine(["boot"]);
  await api.database.prisma.vm.update({ where: { vm_id }, data: { site_id } });
  const response = await read(vm_id);
  expectError(response, 503, "site_unavailable");
  expect(response.headers["retry-after"]).toBe("5");
});

const questions = () => api.database.prisma.siteQuestion.count();

test("two workers: each question is asked of the site once", async () => {
  let asked = 0;
  const counting = createWorkerServices(api.database, loadConfiguration({ DATABASE_URL: api.databaseUrl }));
  onTestFinished(() => counting.close());
  const observedProvider = (name: string) => {
    asked += 1;
    return counting.observedProvider(name);
  };
  await stopWorker();
  const stops = [startWorker({ observedProvider }), startWorker({ observedProvider })];
  const ids = await Promise.all(Array.from({ length: 12 }, () => machine(["boot"])));
  const answers = await Promise.all(ids.map(read));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect(asked).toBe(12);
  expect(await questions()).toBe(0);
  for (const stop of stops) await stop();
  stopWorker = startWorker();
});

test("a worker that dies with a question: another one answers it", async () => {
  await stopWorker();
  const hanging = Promise.withResolvers<never>();
  const stopDead = startWorker({ observedProvider: () => hanging.promise });
  const vm_id = await machine(["boot"]);
  const answer = read(vm_id);
  await expect.poll(() => api.database.prisma.siteQuestion.count({ where: { taken_at: { not: null } } })).toBe(1);
  stopWorker = startWorker();
  expect((await answer).status).toBe(200);
  hanging.reject(new Error("it is dead"));
  await stopDead();
});

test("503 without any worker, and nothing is left of the question", async () => {
  await stopWorker();
  const vm_id = await machine(["boot"]);
  expectError(await read(vm_id), 503, "site_unavailable");
  expect(await questions()).toBe(0);
  stopWorker = startWorker();
});

test("answers that nobody collected are purged", async () => {
  const old = new Date(Date.now() - 60_000);
  const data = { provider: "simulated", kind: "console_log", vm_id: "vm_old", asked_at: old };
  await api.database.prisma.siteQuestion.create({ data });
  await read(await machine(["boot"]));
  await expect.poll(questions).toBe(0);
});
