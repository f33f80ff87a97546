import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "../client.ts";
import { endOf, type Product, until } from "../product.ts";
import type { Finding } from "./finding.ts";

const RESOURCES = 40;
const EVENTS_OF_EACH = 25;
const EVENTS = RESOURCES * EVENTS_OF_EACH;
const KILLS = 8;
const LIFE_MS = { least: 500, most: 2_500 };
/** Claims of killed workers lapse after 30 s. */
const WITHIN_MS = 300_000;

/**
 * A receiver is dead for an hour, which the database's rows are moved by, and then kill -9 of the worker at random
 * moments while it sends what has waited. Every event must arrive, in the order of its resource. Another round, without
 * faults, measures the rate.
 */
export async function webhooksDrill(product: Product): Promise<Finding> {
  const client = new Client(await product.startApi(), product);
  const receiver = await Receiver.start();
  const { pool } = product.database;
  const made = await client.post<{ webhook_id: string }>("/webhooks", "hook", {
    ...{ name: "hook", url: receiver.url, event_types: ["firewall_group.*"] },
  });
  if (made.status !== 201) throw new Error(`the webhook was answered with ${made.status}`);
  const delivered = async () => {
    const { rows } = await pool.query("SELECT count(*)::int AS count FROM webhook_delivery WHERE status = 'delivered'");
    return Number(rows[0].count);
  };

  receiver.dead = true;
  let worker = product.startWorker();
  await makeEvents(client, "dead");
  await until(async () => receiver.refused >= RESOURCES, "the receiver to refuse each resource's first event");
  await pool.query("UPDATE webhook_lane SET due_at = due_at - interval '1 hour'");
  await pool.query("UPDATE webhook_delivery SET first_attempt_at = first_attempt_at - interval '1 hour'");
  receiver.dead = false;
  let killed = 0;
  while (killed < KILLS && (await delivered()) < EVENTS) {
    await sleep(LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least));
    await endOf(worker, "SIGKILL");
    killed++;
    worker = product.startWorker();
  }
  await until(async () => (await delivered()) === EVENTS, "every delivery to end", WITHIN_MS);
  const { accepted, refused } = receiver;
  const distinct = new Set(accepted.map(({ eventId }) => eventId)).size;
  const unordered = resourcesOutOfOrder(accepted);

  await endOf(worker);
  await makeEvents(client, "alive");
  receiver.accepted = [];
  worker = product.startWorker();
  await until(async () => (await delivered()) === 2 * EVENTS, "every delivery of the second round", WITHIN_MS);
  const [first, last] = [receiver.accepted.at(0)?.at ?? 0, receiver.accepted.at(-1)?.at ?? 0];
  const perSecond = Math.round(EVENTS / ((last - first) / 1000));
  const { rows } = await pool.query("SELECT count(*)::int AS count FROM webhook_delivery");
  await receiver.stop();
  return {
    drill:
      `webhooks: ${EVENTS} events of ${RESOURCES} resources to a receiver dead for an hour, ${killed} kill -9 of the ` +
      "worker",
    found:
      `${distinct} events arrived, ${accepted.length - distinct} of them twice, after ${refused} refused attempts; ` +
      `${unordered} resources out of order; ${rows[0].count} deliveries in both rounds; ` +
      `${perSecond} events a second without faults`,
    holds:
      distinct === EVENTS && unordered === 0 && rows[0].count === 2 * EVENTS && receiver.accepted.length === EVENTS,
  };
}

/** Makes firewall groups and renames them, those of one group one after the other. */
async function makeEvents(client: Client, round: string): Promise<void> {
  await Promise.all(
    Array.from({ length: RESOURCES }, async (_, index) => {
      const name = `${round}-${index}`;
      const path = "/networking/firewall-groups";
      const { status, body } = await client.post<{ firewall_group_id: string }>(path, name, { name });
      if (status !== 201) throw new Error(`group ${index} was answered with ${status}`);
      for (let change = 1; change < EVENTS_OF_EACH; change++) {
        const renamed = await client.patch(`${path}/${body.firewall_group_id}`, {
          name: `${name}-${change}`,
        });
        if (renamed.status !== 200) throw new Error(`a rename was answered with ${renamed.status}`);
      }
    }),
  );
}

interface Accepted {
  readonly eventId: string;
  readonly resourceId: string;
  readonly at: number;
}

/** Resources with an event whose first arrival is after that of a later one. */
function resourcesOutOfOrder(accepted: readonly Accepted[]): number {
  const arrived = new Map<string, string[]>();
  for (const { eventId, resourceId } of accepted) {
    const ids = arrived.get(resourceId) ?? [];
    if (!ids.includes(eventId)) arrived.set(resourceId, [...ids, eventId]);
  }
  // Ids of events count up.
  return [...arrived.values()].filter((ids) => ids.join() !== ids.toSorted().join()).length;
}

class Receiver {
  dead: boolean = false;
  refused = 0;
  accepted: Accepted[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      if (this.dead) {
        this.refused++;
        response.writeHead(503).end();
        return;
      }
      const { data } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      this.accepted.push({ eventId: data.event_id, resourceId: data.resource_id, at: performance.now() });
      response.writeHead(204).end();
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the receiver listens nowhere");
    return `http://127.0.0.1:${address.port}/`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
