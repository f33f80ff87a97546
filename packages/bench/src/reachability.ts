import { setTimeout as sleep } from "node:timers/promises";
import type { CheckReachability, Reachability } from "@fulmar/contract";
import { randomFrom } from "@fulmar/testkit";
import { Product } from "./product.ts";
import { Namespaces } from "./reachability/namespaces.ts";
import type { Probe } from "./reachability/prober.ts";
import {
  Chance,
  insertNetwork,
  OUTSIDE,
  PORTS,
  type RandomNetwork,
  randomNetwork,
} from "./reachability/random-network.ts";
import type { GivenNetworks } from "./reachability/rules.ts";
import { senderTo } from "./sender-to.ts";

/**
 * Compares `POST /networking/reachability` with packets. Random networks are written into a database, a worker gives
 * them to the simulated provider, and what the provider was given is made real in network namespaces with nftables.
 * Each way that an answer names is then tried, and each address of a VM that it does not name. Exit code 1 when an
 * answer and a packet differ. As root.
 *
 * npm run reachability                    100 networks
 * npm run reachability -- 1000 7          1,000 networks, by the seed 7
 */
const [count = 100, seed = 20_261_130] = process.argv.slice(2).map(Number);
const BATCH = 20;
/** Most of the time goes into waiting for packets that do not arrive, so that several networks are tried at a time. */
const LANES = ["a", "b", "c"];
const VMS = 4;
/** Nothing is far here. What is to arrive and does not is given another try, with more patience. */
const [TIMEOUT_MS, PATIENT_MS] = [600, 5_000];

type Send = ReturnType<typeof senderTo>;
type Question = Pick<CheckReachability, "protocol" | "port"> & Partial<CheckReachability>;

const product = await Product.install({ variables: { FULMAR_RATE_LIMIT: "100000", FULMAR_RATE_BURST: "100000" } });
const lanes = await Promise.all(LANES.map((name) => Namespaces.open(name, VMS, { outside: OUTSIDE, ports: PORTS })));
const compared = { networks: 0, answers: 0, reachable: 0, packets: 0, differences: 0 };
const begun = performance.now();
try {
  const { url } = await product.startService();
  product.startWorker();
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first);
    const batch: { readonly network: RandomNetwork; readonly chance: Chance }[] = [];
    for (let number = first; number < first + size; number++) {
      const chance = new Chance(randomFrom(seed * 100_003 + number));
      const { workspace_id } = await product.database.prisma.workspace.create({
        data: { organization_id: product.organizationId, name: `network-${number}` },
      });
      const network = randomNetwork(chance, workspace_id, number);
      await insertNetwork(product.database.pool, network);
      batch.push({ network, chance });
    }
    await applied();
    await Promise.all(
      lanes.map(async (namespaces) => {
        for (let next = batch.pop(); next !== undefined; next = batch.pop()) {
          const { network, chance } = next;
          await namespaces.build(await givenFor(network));
          const workspaceId = String(network.workspaceId);
          await compare(namespaces, senderTo(url, { token: product.token, workspaceId }), network, chance);
          compared.networks++;
        }
      }),
    );
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`${JSON.stringify(compared)} in ${seconds} s, seed ${seed}`);
  }
} finally {
  for (const namespaces of lanes) await namespaces.close();
  await product.stop();
}
if (compared.differences > 0) process.exitCode = 1;

/** Waits until the provider has been given everything. */
async function applied(): Promise<void> {
  const due = "SELECT FROM network_state WHERE applied_revision < revision LIMIT 1";
  const noted = "SELECT FROM address_set_change LIMIT 1";
  for (;;) {
    const [left, changes] = [await product.database.pool.query(due), await product.database.pool.query(noted)];
    if (left.rowCount === 0 && changes.rowCount === 0) return;
    await sleep(200);
  }
}

/** What the provider was given for a workspace. */
async function givenFor({ vms, workspaceId }: RandomNetwork): Promise<GivenNetworks> {
  const { rows } = await product.database.pool.query<{ kind: string; id: string; configuration: never }>(
    `SELECT kind, id, configuration FROM simulated.network_configuration
      WHERE id = ANY ($1) OR id LIKE $2 || '/%'
         OR id IN (SELECT subnet_id FROM subnet WHERE workspace_id = $2::bigint
                    UNION ALL SELECT nat_gateway_id FROM nat_gateway WHERE workspace_id = $2::bigint)`,
    [vms.map(({ id }) => id), String(workspaceId)],
  );
  const of = (kind: string) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, configuration }) => [id, configuration]));
  const machines = of("vm");
  const none = { nics: [], publicAddress: null, firewall: null };
  const sets = of("address_set") as ReadonlyMap<string, { readonly addresses: readonly string[] }>;
  return {
    subnets: of("subnet"),
    // A VM that never had a network is unfiltered, in that of the site.
    machines: new Map(vms.map(({ id }) => [id, machines.get(id) ?? none])),
    gateways: of("nat_gateway"),
    sets: new Map([...sets].map(([id, { addresses }]) => [id, addresses])),
  };
}

async function compare(
  namespaces: Namespaces,
  send: Send,
  { vms, others }: RandomNetwork,
  chance: Chance,
): Promise<void> {
  const traffic = (): Pick<Question, "protocol" | "port"> => {
    const protocol = chance.one(["tcp", "udp", "icmp"] as const);
    return protocol === "icmp" ? { protocol } : { protocol, port: chance.one(PORTS) };
  };
  const questions = vms.flatMap((from): (Question & { readonly unnamed?: readonly string[] })[] => [
    ...vms
      .filter((to) => to !== from)
      .map((to) => ({ from_vm_id: from.id, to_vm_id: to.id, ...traffic(), unnamed: to.addresses })),
    ...OUTSIDE.map((address) => ({
      ...{ from_address: address, to_vm_id: from.id, ...traffic(), unnamed: from.addresses },
    })),
    ...[chance.one(OUTSIDE), chance.one(others), ...others.slice(-2)].map((to_address) => ({
      ...{ from_vm_id: from.id, to_address, ...traffic() },
    })),
  ]);
  const outside = others.filter((address) => address.startsWith("45."));
  questions.push(...outside.map((to_address) => ({ from_address: chance.one(OUTSIDE), to_address, ...traffic() })));
  await Promise.all(
    questions.map(async ({ unnamed = [], ...question }) => {
      const { status, body } = await send("POST", "/networking/reachability", question);
      if (status !== 200) throw new Error(`${JSON.stringify(question)} was answered ${JSON.stringify(body)}`);
      const { ways, reachable } = body as Reachability;
      compared.answers++;
      if (reachable) compared.reachable++;
      const named = ways.map(({ address, port, reachable: open }) => ({ address, port, open }));
      const rest = unnamed
        .filter((address) => !named.some((way) => way.address === address && way.port === (question.port ?? null)))
        .map((address) => ({ address, port: question.port ?? null, open: false }));
      await Promise.all([...named, ...rest].map((way) => tryWay(namespaces, question, way, body as Reachability)));
    }),
  );
}

async function tryWay(
  namespaces: Namespaces,
  question: Question,
  { address, port, open }: { readonly address: string; readonly port: number | null; readonly open: boolean },
  answer: Reachability,
): Promise<void> {
  const from = question.from_vm_id ?? question.from_address ?? "";
  const probe: Omit<Probe, "from"> = { protocol: question.protocol, address, port: port ?? 0, timeoutMs: TIMEOUT_MS };
  const soon = await namespaces.send(from, probe);
  const arrives = soon || (open && (await namespaces.send(from, { ...probe, timeoutMs: PATIENT_MS })));
  compared.packets++;
  if (arrives === open) return;
  compared.differences++;
  console.log(`A packet ${arrives ? "arrives" : "does not arrive"}: ${JSON.stringify({ question, address, answer })}`);
}
