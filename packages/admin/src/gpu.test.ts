// `admin gpu check`, at a simulated site whose hosts tell their GPUs.
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true, each: true });
const PLAN = "plan-gpu-l4-1";
const MODEL = "NVIDIA L4";
const gpu = (n: number, model = MODEL) => ({ address: `0000:0${n}:00.0`, model, uuid: `GPU-${n}` });

const write = (text: string, values: readonly unknown[]) => cli().database.pool.query(text, [...values]);

/** A site whose first host tells GPUs, as the rows have them. */
async function siteWith(...gpus: readonly object[]): Promise<string> {
  const { site_id } = await cli().answer(["admin", "site", "add", "--name", "Racks", "--provider", "simulated"]);
  const provider = `simulated:${site_id}`;
  await write(
    `INSERT INTO simulated.host (provider, name, cpus, ram_mb, disk_gb, gpus)
     VALUES ($1, 'h1', 64, 262144, 10000, $2::jsonb)`,
    [provider, JSON.stringify(gpus)],
  );
  await write(
    `INSERT INTO site_host (host_id, site_id, name, status, moves_live, shared_disks, cpus, ram_mb, free_ram_mb, disk_gb,
                            free_disk_gb)
     VALUES ('host_1', $1, 'h1', 'online', true, true, 64, 262144, 262144, 10000, 10000)`,
    [site_id],
  );
  await write("SELECT record_host_gpus($1, 'h1', $2::jsonb)", [site_id, JSON.stringify(gpus)]);
  await write("UPDATE image SET site_ids = site_ids || $1::text", [site_id]);
  await write("UPDATE plan SET site_ids = site_ids || $1::text WHERE gpu_count > 0", [site_id]);
  return String(site_id);
}

interface Check {
  readonly state: string;
  readonly hosts: readonly { readonly gpus: readonly object[]; readonly differences: readonly string[] }[];
  readonly plans: readonly { readonly plan_id: string; readonly finding: string; readonly wrong: boolean }[];
  readonly trial: readonly { readonly step: string; readonly ok: boolean; readonly said: string }[] | null;
  readonly wrong: readonly string[];
}

async function check(site: string, ...options: readonly string[]): Promise<Check> {
  const { code, stdout, stderr } = await cli().fulmar(["admin", "gpu", "check", "--site", site, ...options, "--json"]);
  expect(stderr).toBe("");
  const found = JSON.parse(stdout) as Check;
  expect(code).toBe(found.state === "fail" ? 1 : 0);
  return found;
}

const leftAtSite = async () => {
  const { rows } = await write(
    "SELECT (SELECT count(*)::int FROM simulated.instance WHERE name = 'gpu-check') AS machines, count(vm_id)::int AS held, min(h.free_gpus::text) AS free FROM host_gpu JOIN site_host h USING (host_id)",
    [],
  );
  return rows[0];
};

test("a site whose rows, hosts and plans agree has nothing wrong, and the text says what was seen", async () => {
  const site = await siteWith(gpu(1), gpu(2));
  const found = await check(site);
  expect(found).toMatchObject({ state: "ok", wrong: [], trial: null });
  expect(found.hosts).toEqual([
    {
      ...{ name: "h1", online: true, notes: [], differences: [] },
      gpus: [1, 2].map((n) => ({
        ...{ ...gpu(n), driver: "simulated", iommuGroup: n - 1, held_by: null, at_site: [], free: true },
      })),
    },
  ]);
  expect(found.plans.find(({ plan_id }) => plan_id === PLAN)).toMatchObject({
    finding: "1 × NVIDIA L4: 2 of 2 free at h1.",
    wrong: false,
  });
  expect(found.plans.find(({ plan_id }) => plan_id === "plan-gpu-l40s-1")).toMatchObject({
    finding: 'No card is "NVIDIA L40S". The cards are "NVIDIA L4".',
    wrong: false,
  });
  const { code, stdout } = await cli().fulmar(["admin", "gpu", "check", "--site", site, "--host", "h1"]);
  expect(code).toBe(0);
  expect(stdout).toContain("  0000:01:00.0  NVIDIA L4  driver simulated  IOMMU group 0  rows: free  site: free\n");
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("Nothing is wrong.");
});

test("a plan that spells a model otherwise is told the spelling", async () => {
  const site = await siteWith(gpu(1, "NVIDIA L4 24GB"));
  const found = await check(site);
  expect(found.state).toBe("fail");
  expect(found.plans.find(({ plan_id }) => plan_id === PLAN)).toMatchObject({
    finding: 'No card is "NVIDIA L4": make a plan that spells it exactly "NVIDIA L4 24GB".',
    wrong: true,
  });
});

const slice = (n: number, profile = "MIG 1g.5gb", onDemand = false) => ({
  ...{ address: `0000:09:00.0/${profile}/${n}`, model: `NVIDIA A100 ${profile}`, uuid: null },
  slice: { card: "0000:09:00.0", profile: profile.replace("MIG ", ""), onDemand },
});

test("slices are compared as cards are, and a plan that means one is told its spelling", async () => {
  const site = await siteWith(slice(1), slice(2), slice(3));
  const spell = (model: string) => write("UPDATE plan SET gpu_model = $2 WHERE plan_id = $1", [PLAN, model]);
  await spell("A100 MIG 1g.5gb");
  expect((await check(site)).plans.find(({ plan_id }) => plan_id === PLAN)).toMatchObject({
    finding: 'No card is "A100 MIG 1g.5gb": make a plan that spells it exactly "NVIDIA A100 MIG 1g.5gb".',
    wrong: true,
  });
  // A plan of the whole card means no slice of it.
  await spell("NVIDIA A100");
  expect((await check(site)).plans.find(({ plan_id }) => plan_id === PLAN)).toMatchObject({ wrong: false });
  await spell("NVIDIA A100 MIG 1g.5gb");
  await write("UPDATE host_gpu SET vm_id = 'vm_gone', held_at = now() WHERE address = $1", [slice(1).address]);
  const { hosts, plans } = await check(site);
  expect(plans.find(({ plan_id }) => plan_id === PLAN)?.finding).toContain("2 of 3 free at h1");
  expect(hosts[0]?.differences).toEqual([expect.stringContaining(`keeps the GPU ${slice(1).address}`)]);
});

test("slices on demand are a line for each profile, and a trial takes one", async () => {
  const made = [1, 2].map((n) => slice(n, "GRID A100-20C", true));
  const site = await siteWith({ ...gpu(9, "NVIDIA A100") }, ...made, slice(1, "GRID A100-5C", true));
  const spelled = made[0]?.model;
  await write("UPDATE plan SET gpu_model = $2 WHERE plan_id = $1", [PLAN, spelled]);
  const text = async () => (await cli().fulmar(["admin", "gpu", "check", "--site", site, "--host", "h1"])).stdout;
  expect(await text()).toContain("fail  Our rows do not have");
  await write("SELECT record_host_gpus($1, 'h1', (SELECT gpus FROM simulated.host WHERE name = 'h1'))", [site]);
  expect(await text()).toContain(`  0000:09:00.0  ${spelled}  made on demand  2 of 2 free\n`);
  const { state, trial } = await check(site, "--try");
  expect(trial?.map(({ ok, said }) => `${ok} ${said}`)).toContainEqual(expect.stringContaining(made[0]?.address ?? ""));
  expect(state).toBe("ok");
  // While another has a slice, its card and other profiles are not free.
  await write("UPDATE host_gpu SET vm_id = 'vm_gone', held_at = now() WHERE address = $1", [made[1]?.address]);
  expect(await text()).toContain(`  0000:09:00.0  ${spelled}  made on demand  1 of 2 free, taken by vm_gone\n`);
  expect(await text()).toContain("  0000:09:00.0  NVIDIA A100 GRID A100-5C  made on demand  0 of 1 free\n");
});

test("rows and site that differ are told", async () => {
  const site = await siteWith(gpu(1), gpu(2), gpu(3));
  await write("UPDATE host_gpu SET vm_id = 'vm_gone', held_at = now() WHERE address = '0000:01:00.0'", []);
  await write("DELETE FROM host_gpu WHERE address = '0000:03:00.0'", []);
  const instance = (vm_id: string) =>
    write(
      `INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, gpu_model, gpu_count, gpus, provider, host)
       VALUES ($1, $1, 1, 512, 5, 'debian-13', $2, 1, ARRAY['0000:02:00.0'], $3, 'h1')`,
      [vm_id, MODEL, `simulated:${site}`],
    );
  await instance("vm_stranger");
  const { hosts, wrong } = await check(site);
  expect(hosts[0]?.differences).toEqual([
    expect.stringMatching(/^A check that did not end keeps the GPU 0000:01:00.0/),
    expect.stringMatching(/^vm_stranger has the GPU 0000:02:00.0 at the site, and nobody by our rows/),
    expect.stringMatching(/^Our rows do not have the GPU 0000:03:00.0/),
  ]);
  expect(wrong).toHaveLength(3);
  await instance("vm_another");
  expect((await check(site)).wrong[1]).toContain(
    "Several machines have the GPU 0000:02:00.0: vm_another, vm_stranger.",
  );
});

test("a trial sees the GPU in a machine, and leaves nothing", async () => {
  const site = await siteWith(gpu(1), gpu(2));
  const { state, trial } = await check(site, "--try");
  expect(state).toBe("ok");
  expect(trial?.map(({ ok }) => ok)).toEqual(Array.from({ length: 7 }, () => true));
  expect(trial?.[5]?.said).toBe("It sees /dev/nvidia0; nvidia-smi -L says: GPU 0: NVIDIA L4 (UUID: GPU-1).");
  expect(await leftAtSite()).toEqual({ machines: 0, held: 0, free: '{"NVIDIA L4": 2}' });
});

test("a trial that fails removes what it made, and its words are the site's", async () => {
  const site = await siteWith(gpu(1));
  await write(
    `CREATE FUNCTION no_runtime() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'the card fell off the bus'; END $$`,
    [],
  );
  await write(
    `CREATE TRIGGER no_runtime BEFORE UPDATE OF power ON simulated.instance FOR EACH ROW
       WHEN (NEW.power = 'running') EXECUTE FUNCTION no_runtime()`,
    [],
  );
  const { state, trial, wrong } = await check(site, "--try");
  expect(state).toBe("fail");
  expect(trial?.map(({ step, ok }) => `${step}: ${ok}`)).toEqual([
    ...["Choose a plan: true", "Keep its GPUs from others: true", "Make a machine with them: true"],
    ...["Prepare its disk: true", "Start it: false", "Remove it: true"],
  ]);
  expect(wrong).toEqual([expect.stringContaining("Start it: ")]);
  expect(wrong[0]).toContain("the card fell off the bus");
  expect(await leftAtSite()).toEqual({ machines: 0, held: 0, free: '{"NVIDIA L4": 1}' });
});

test("a trial without a free GPU, and one that is interrupted, say so and leave nothing", async () => {
  const site = await siteWith(gpu(1));
  await write("UPDATE host_gpu SET vm_id = 'vm_some', held_at = now()", []);
  expect((await check(site, "--try")).trial).toEqual([
    { step: "Choose a plan", ok: false, said: expect.stringContaining("No plan has free GPUs") },
  ]);
  // What a check of yesterday kept is given back by a trial.
  await write("UPDATE host_gpu SET held_at = now() - interval '31 minutes'", []);
  await check(site, "--try");
  const signals = new EventEmitter();
  const running = cli().fulmar(["admin", "gpu", "check", "--site", site, "--try", "--json"], {}, { signals });
  while (signals.listenerCount("SIGINT") === 0) await new Promise((resolve) => setImmediate(resolve));
  signals.emit("SIGINT");
  const { code, stdout } = await running;
  expect(code).toBe(1);
  expect(stdout).toContain("Interrupted.");
  expect(signals.listenerCount("SIGINT")).toBe(0);
  expect(await leftAtSite()).toEqual({ machines: 0, held: 0, free: '{"NVIDIA L4": 1}' });
});

/** A trial that ends as one that is killed: what it has made stays. @returns the machine */
async function killedTrial(site: string): Promise<string> {
  await write(
    `CREATE OR REPLACE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`,
    [],
  );
  await write("CREATE TRIGGER keep BEFORE DELETE ON simulated.instance FOR EACH ROW EXECUTE FUNCTION keep()", []);
  const { trial } = await check(site, "--try");
  expect(trial?.at(-1)).toMatchObject({ step: "Remove it", ok: false });
  await write("DROP TRIGGER keep ON simulated.instance", []);
  const { rows } = await write("SELECT vm_id FROM simulated.instance WHERE name = 'gpu-check'", []);
  return rows[0].vm_id;
}

test.each([
  ["keeps its GPU", ""],
  ["keeps none any more", "UPDATE host_gpu SET vm_id = NULL, held_at = NULL"],
])(
  "the machine of a trial that was killed, which %s, is named by the next check and removed by the next trial",
  async (_, later) => {
    const site = await siteWith(gpu(1));
    const machine = await killedTrial(site);
    if (later !== "") await write(later, []);
    const named = await check(site);
    expect(named.wrong).toContain(
      `A check that did not end left the machine ${machine} at the site: run it again with --try, which removes it.`,
    );
    const { state, trial, wrong } = await check(site, "--try");
    expect([state, wrong]).toEqual(["ok", []]);
    expect(trial?.[0]).toEqual({
      ...{ step: "Remove what an earlier check left", ok: true },
      said: `A check that did not end had left the machine ${machine}. It is gone, and its GPUs are free.`,
    });
    // The GPU that it had is tried at once.
    expect(trial?.at(-1)).toMatchObject({ step: "Remove it", ok: true });
    expect(await leftAtSite()).toEqual({ machines: 0, held: 0, free: '{"NVIDIA L4": 1}' });
  },
);

test("machines of VMs, of strangers and of another installation are nobody's trial", async () => {
  const site = await siteWith(gpu(1));
  const machine = await killedTrial(site);
  await write("UPDATE host_gpu SET vm_id = NULL, held_at = NULL", []);
  const remembered = (record: object) =>
    write("UPDATE simulated.instance SET record = record || $2::jsonb WHERE vm_id = $1", [
      machine,
      JSON.stringify(record),
    ]);
  const { rows } = await write("SELECT installation_id FROM installation", []);
  const { installation_id } = rows[0];
  const trial = { gpu_trial: [{ begun_at: "2030-01-01T00:00:00Z" }] };
  const others = [
    { installation_id: "another", rows: trial },
    { installation_id, rows: {} },
    { installation_id, rows: { ...trial, vm: [{ vm_id: machine, name: "web" }] } },
  ];
  for (const record of others) {
    await remembered(record);
    expect((await check(site)).wrong.join()).not.toContain("did not end");
  }
  await remembered({ installation_id, rows: trial });
  expect((await check(site)).wrong.join()).toContain(`left the machine ${machine}`);
});

test("a trial waits for no other check of its site, and says so", async () => {
  const site = await siteWith(gpu(1));
  const other = await cli().database.pool.connect();
  try {
    await other.query("SELECT pg_advisory_lock(1718580062, hashtext($1))", [site]);
    const { trial } = await check(site, "--try");
    expect(trial).toEqual([
      { step: "Wait for others", ok: false, said: expect.stringContaining("is under way: wait until it has ended") },
    ]);
    expect((await check(site)).state).toBe("ok");
  } finally {
    other.release(true);
  }
  expect((await check(site, "--try")).state).toBe("ok");
});

test("an unknown site, an unknown host and an option without its value are refused", async () => {
  const site = await siteWith(gpu(1));
  const refused = async (...args: readonly string[]) => (await cli().fulmar(["admin", "gpu", "check", ...args])).stderr;
  expect(await refused("--site", "site_none")).toContain("There is no such site");
  expect(await refused("--site", site, "--host", "H1 ")).toContain("The site has no host H1 ; it has h1.");
  expect(await refused("--site", site, "--host")).toContain("The option --host needs a value.");
  expect(await refused()).toContain("The option --site ID is missing.");
});
