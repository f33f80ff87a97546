import { createToken } from "@fulmar/core/operator";
import { freePort } from "@fulmar/prisma/server";
import { BUCKET, Cell } from "../cells/cell.ts";
import { Front, FrontCertificate, type FrontPorts, hasHaproxy, namesOf } from "../cells/front.ts";
import { type Count, Load, sum, type Target } from "../cells/load.ts";
import { landing, signIn } from "../cells/session.ts";
import { addressSeen, strictAt, withoutTls } from "../cells/tls.ts";
import { until } from "../product.ts";
import type { Finding } from "./finding.ts";

const DRILL = "Two cells behind one name, of which one is killed under load";
/** Answers of each kind from each cell in each phase. */
const ANSWERS = 60;
/** The answers of the front, and of the API and the console of a cell that has lost its database. */
const SENTENCES = [
  "The console is not ready: its database does not answer",
  "The part of the service that has",
  "This part of the console does not answer",
  "The service cannot reach its database right now",
  "The service did not answer in full",
];

/** One thing that was tried, and what came of it in each cell. */
interface Tried {
  readonly what: string;
  readonly wanted: string;
  readonly got: readonly string[];
}

/**
 * Two cells with a database server each, and HAProxy before both with the configuration of `deploy/etc/cells.cfg`.
 * Every request reaches the cell of its credential, and does nothing in the other. Then the database of the first cell
 * is killed, then all of its processes: the other cell goes on without a failed request.
 */
export async function twoCellsDrill(): Promise<Finding> {
  if (!hasHaproxy()) return { drill: DRILL, found: "HAProxy is not installed, so it was not tried", holds: true };
  const ports = { https: await freePort(), http: await freePort() };
  const names = namesOf(ports.https);
  const all = `eu1=${names.eu1.console},eu2=${names.eu2.console}`;
  const certificate = new FrontCertificate();
  const cells: Cell[] = [];
  let front: Front | undefined;
  try {
    const eu1 = await Cell.start("eu1", { names: names.eu1, cells: all, certificate });
    cells.push(eu1);
    const eu2 = await Cell.start("eu2", { names: names.eu2, cells: all, certificate });
    cells.push(eu2);
    front = await Front.start(ports, { servers: { ...eu1.servers, ...eu2.servers }, certificate });
    return await tryBoth([eu1, eu2], ports);
  } finally {
    await front?.stop();
    for (const cell of cells) await cell.stop();
    certificate.remove();
  }
}

async function tryBoth(cells: readonly [Cell, Cell], ports: FrontPorts): Promise<Finding> {
  const [eu1, eu2] = cells;
  const targets = await Promise.all(
    cells.map(async (cell): Promise<Target> => {
      await until(async () => (await cell.client.get("/compute/plans?type=cloud")).status === 200, "the API");
      return { cell, objects: await cell.store(), vmBody: await cell.client.vmBody() };
    }),
  );
  const tried = [
    ...(await eachInItsOwn(targets)),
    ...(await noneInTheOther(targets)),
    ...(await encrypted(cells, ports)),
  ];

  const load = new Load(targets);
  await load.phase("both live", ANSWERS);
  await load.phase("database of eu1 killed", ANSWERS, () => eu1.killDatabase());
  await load.phase("eu1 killed whole", ANSWERS, () => eu1.product.endProcesses("SIGKILL"));
  tried.push(...(await signInWithout(eu1, eu2)));
  await load.stop();
  await eu2.product.endProcesses();

  const wrong = tried.filter(({ wanted, got }) => got.some((one) => one !== wanted));
  const failed = load.counts.flatMap(failuresOf);
  print(tried, load.counts);
  const living = load.counts.filter(({ cell }) => cell === "eu2").reduce((total, count) => total + sum(count), 0);
  return {
    drill: DRILL,
    found:
      `${tried.length - wrong.length} of ${tried.length} things as they should be; eu2 answered ${living} requests; ` +
      `${failed.length === 0 ? "every answer was right" : failed.join("; ")}`,
    holds: wrong.length === 0 && failed.length === 0,
  };
}

/** Each request reaches the cell of what it carries. */
async function eachInItsOwn(targets: readonly Target[]): Promise<Tried[]> {
  const each = async (what: string, wanted: string, work: (target: Target) => Promise<string>): Promise<Tried> => ({
    what,
    wanted,
    got: await Promise.all(targets.map((target) => work(target).catch(String))),
  });
  return [
    await each("a VM is created, run and stored in its cell", "running", async ({ cell, vmBody }) => {
      const { body } = await cell.client.post<{ vm_id: string }>("/compute/cloud-vms", "first", {
        ...{ ...vmBody, name: "first" },
      });
      const stored = () => cell.product.database.prisma.vm.findUnique({ where: { vm_id: body.vm_id } });
      await until(async () => (await stored())?.status === "running", "the VM to run");
      return (await cell.client.get<{ status: string }>(`/compute/cloud-vms/${body.vm_id}`)).body.status;
    }),
    await each("an object comes from its cell", "own", async ({ cell, objects }) =>
      (await objects.require("GET", { bucket: BUCKET, key: "which" })) === cell.name ? "own" : "foreign",
    ),
    await each("a terminal opens in its cell", "opened", openTerminal),
    await each("a session is of its cell", "own", async ({ cell }) => {
      const { cookie } = await signIn(cell, cell.email);
      return (await landing(cell, cookie)).includes(`/workspaces/${cell.product.workspaceId}`) ? "own" : "foreign";
    }),
    await each("sign-in by an address of the other cell names that cell", "other", async ({ cell }) => {
      const [other] = targets.filter((target) => target.cell !== cell);
      const { body } = await signIn(cell, other?.cell.email ?? "");
      return body.cell?.name === other?.cell.name ? "other" : JSON.stringify(body);
    }),
    {
      what: "a token without a name, as before there were cells, reaches the first cell",
      wanted: "200",
      got: [await withOldToken(targets[0]?.cell)],
    },
  ];
}

/** Tokens, keys and resources of one cell do nothing in the other. */
async function noneInTheOther(targets: readonly Target[]): Promise<Tried[]> {
  const across = async (
    what: string,
    wanted: string,
    work: (from: Target, to: Target) => Promise<string>,
  ): Promise<Tried> => {
    const [one, two] = targets;
    if (one === undefined || two === undefined) throw new Error("there are two cells");
    return { what, wanted, got: [await work(one, two).catch(String), await work(two, one).catch(String)] };
  };
  const vmOf = async ({ cell }: Target) =>
    (await cell.client.get<{ id: string }[]>("/compute/cloud-vms")).body[0]?.id ?? "";
  return [
    await across("a token in a workspace of the other cell", "403", async ({ cell }, to) => {
      const query = `workspace_id=${to.cell.product.workspaceId}`;
      const headers = { authorization: `Bearer ${cell.product.token}` };
      return String((await fetch(`${cell.names.api}/v1/compute/cloud-vms?${query}`, { headers })).status);
    }),
    await across("a VM of the other cell", "404", async ({ cell }, to) =>
      String((await cell.client.get(`/compute/cloud-vms/${await vmOf(to)}`)).status),
    ),
    await across("a token at the API of the other cell, past the front", "401", async ({ cell }, to) => {
      const [api] = Object.values(to.cell.servers);
      const query = `workspace_id=${to.cell.product.workspaceId}`;
      const headers = { authorization: `Bearer ${cell.product.token}` };
      return String((await fetch(`http://${api}/v1/compute/cloud-vms?${query}`, { headers })).status);
    }),
    await across("an access key at the object store of the other cell", "403", async ({ objects }, to) => {
      const own = objects.endpoint;
      objects.endpoint = to.cell.names.store;
      const { status } = await objects.send("GET", { bucket: BUCKET, key: "which" });
      objects.endpoint = own;
      return String(status);
    }),
    await across("a session at the console of the other cell", "/sign-in", async ({ cell }, to) => {
      const { cookie } = await signIn(cell, cell.email);
      return new URL(await landing(to.cell, cookie), to.cell.names.console).pathname;
    }),
  ];
}

/** TLS ends at the front, and the cells learn of the client what they need. */
async function encrypted(cells: readonly [Cell, Cell], { http }: FrontPorts): Promise<Tried[]> {
  const each = async (what: string, wanted: string, work: (cell: Cell) => Promise<string>): Promise<Tried> => ({
    what,
    wanted,
    got: await Promise.all(cells.map((cell) => work(cell).catch(String))),
  });
  return [
    await each("a page without TLS leads to https", "308 https:", ({ names }) => withoutTls(names.console, http)),
    await each("an object without TLS leads to https", "308 https:", ({ names }) => withoutTls(names.store, http)),
    await each("the API without TLS", "403", ({ names }) => withoutTls(names.api, http)),
    await each("pages and answers of the API keep browsers to https", "yes", strictAt),
    await each("a console sees the client's address, not the front's or a claimed one", "own", addressSeen),
  ];
}

/** The directory while the first cell is away. */
async function signInWithout(eu1: Cell, eu2: Cell): Promise<Tried[]> {
  const known = await signIn(eu2, eu2.email);
  const away = await signIn(eu2, eu1.email);
  return [
    { what: "sign-in of the living cell", wanted: "200", got: [String(known.status)] },
    { what: "sign-in by an address of the dead cell", wanted: "503", got: [String(away.status)] },
    {
      what: "its sentence names the cell",
      wanted: "yes",
      got: [/eu1 does not answer/.test(away.body.detail ?? "") ? "yes" : JSON.stringify(away.body)],
    },
    {
      what: "the dead console's name leads to the living one",
      wanted: `${eu2.names.console}/sign-in`,
      got: [await landing(eu1, "")],
    },
  ];
}

async function withOldToken(cell: Cell | undefined): Promise<string> {
  if (cell === undefined) throw new Error("there is a first cell");
  const { token } = await createToken(cell.product.database, {
    organizationId: cell.product.organizationId,
    name: "from before",
    scopes: ["vm.read"],
    workspacePolicy: "entire_organization",
    workspaceIds: [],
    expiresAt: null,
    environment: "development",
  });
  const url = `${cell.names.api}/v1/compute/cloud-vms?workspace_id=${cell.product.workspaceId}`;
  return String((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status);
}

async function openTerminal({ cell }: Target): Promise<string> {
  const { body: machines } = await cell.client.get<{ id: string }[]>("/compute/cloud-vms");
  const { body } = await cell.client.post<{ url: string; ticket: string }>(
    `/compute/cloud-vms/${machines[0]?.id}/terminal`,
    "terminal",
    { columns: 80, rows: 24 },
  );
  const socket = new WebSocket(body.url, ["fulmar.terminal", body.ticket]);
  try {
    return await new Promise((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        if (typeof data === "string" && data.includes("opened")) resolve("opened");
      });
      socket.addEventListener("close", ({ code, reason }) => resolve(`closed ${code} ${reason}`));
    });
  } finally {
    socket.close();
  }
}

/** The answers that should not have come. */
function failuresOf(count: Count): string[] {
  const { phase, cell, kind, statuses, sentences } = count;
  const isDead = cell === "eu1" && phase !== "both live";
  const wrong = [...statuses].filter(([status]) => {
    if (status === "no answer") return true;
    // Requests that were on their way when the processes were killed.
    if (isDead && (status === 503 || status === 502)) return false;
    // To another cell's page to sign in. A console notices within a second that its database is gone; until then Next
    // answers 500.
    if (isDead && kind === "page of the console" && (status === 302 || status === 500)) return false;
    return status >= 300;
  });
  const strange = [...sentences].filter(
    (said) =>
      isDead &&
      !said.startsWith("http") &&
      !(said.startsWith("<!DOCTYPE html>") && kind === "page of the console") &&
      !SENTENCES.some((sentence) => said.includes(sentence)),
  );
  return [
    ...wrong.map(([status, times]) => `${phase}: ${kind} of ${cell} answered ${times} × ${status}`),
    ...strange.map((said) => `${phase}: ${kind} of ${cell} said ${JSON.stringify(said.slice(0, 200))}`),
  ];
}

function print(tried: readonly Tried[], counts: readonly Count[]): void {
  for (const { what, wanted, got } of tried)
    console.log(`${got.every((one) => one === wanted) ? "ok   " : "WRONG"}  ${what}: ${got.join(", ")}`);
  console.log();
  for (const { phase, cell, kind, statuses } of counts) {
    const answers = [...statuses].map(([status, times]) => `${times} × ${status}`).join(", ");
    console.log(`${phase.padEnd(24)}${cell.padEnd(5)}${kind.padEnd(22)}${answers}`);
  }
  console.log();
}
