import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { loadConfiguration } from "@fulmar/config";
import { createWorkerServices, serveWebhooks } from "@fulmar/core/worker";
import { silent } from "@fulmar/engine/testing";
import { openDatabase } from "@fulmar/prisma";
import { processUrl } from "@fulmar/testkit";
import { expect } from "vitest";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";

const SECRET = "a secret of tests, long enough to be one";

/** An installation whose webhooks may send to this machine. */
export function startApiForWebhooks(): Promise<Api> {
  return startApi({ FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow" });
}

/** Runs the part of a worker that sends webhooks, on its own connections. @returns what stops it */
export function serve(
  api: Pick<Api, "databaseUrl">,
  environment: Readonly<Record<string, string>> = { FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow" },
): () => Promise<void> {
  const databaseUrl = processUrl(api.databaseUrl, "fulmar_worker");
  const database = openDatabase(databaseUrl, { max: 8 });
  const configuration = loadConfiguration({ DATABASE_URL: databaseUrl, FULMAR_SECRET: SECRET, ...environment });
  const services = createWorkerServices(database, configuration);
  const service = serveWebhooks(services, silent);
  return async () => {
    await service.stop();
    await services.close();
    await database.close();
  };
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The event's type, and the resource that it is about. */
  readonly type: string;
  readonly resourceId: string | null;
}

type Answer = (received: Received, response: ServerResponse) => void;
const accept: Answer = (_, response) => response.writeHead(204).end();

/** A server of a customer that keeps what it receives. */
export class Receiver {
  readonly received: Received[] = [];
  connections = 0;
  readonly #server: Server;
  #answer: Answer = accept;
  #waiting: (() => void)[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", () => {
      this.connections += 1;
    });
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = "", url: path = "", headers } = request;
      const body = Buffer.concat(chunks).toString("utf8");
      const { type, data } = JSON.parse(body);
      const received = { method, path, headers, body, type, resourceId: data.resource_id ?? null };
      this.received.push(received);
      this.#answer(received, response);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Receiver(server);
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the receiver listens nowhere");
    return `http://127.0.0.1:${address.port}/hook`;
  }

  /** From now on; by default 204. */
  answer(answer: Answer = accept): void {
    this.#answer = answer;
  }

  answerStatus(status: number, headers: Readonly<Record<string, string>> = {}): void {
    this.#answer = (_, response) => response.writeHead(status, headers).end();
  }

  /** Resolves once it has received so many requests, and returns them. */
  async until(count: number): Promise<readonly Received[]> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.received;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** A workspace of its own with a webhook to a receiver. */
export class Hooked {
  readonly api: Api;
  readonly tenant: Tenant;
  readonly webhookId: string;
  readonly secret: string;

  private constructor(api: Api, tenant: Tenant, webhook: { readonly webhook_id: string; readonly secret: string }) {
    this.api = api;
    this.tenant = tenant;
    this.webhookId = webhook.webhook_id;
    this.secret = webhook.secret;
  }

  static async make(api: Api, url: string, event_types: string[] = ["firewall_group.*"]): Promise<Hooked> {
    const tenant = await api.createTenant();
    const body = { name: "hook", url, event_types };
    const { workspaceId, token } = tenant;
    const made = await api.request("POST", "/webhooks", { token, workspaceId, body });
    if (made.status !== 201) throw new Error(made.text);
    return new Hooked(api, tenant, made.body);
  }

  request(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path = "",
    options: { body?: unknown; query?: Record<string, string> } = {},
  ) {
    const { workspaceId, token } = this.tenant;
    return this.api.request(method, `/webhooks/${this.webhookId}${path}`, { token, workspaceId, ...options });
  }

  async deliveries(query: Record<string, string> = {}) {
    return (await this.request("GET", "/deliveries", { query })).body;
  }

  /** Waits for so many attempts of a delivery, or more: a slow machine looks when the next ones have been made. */
  async attempted(deliveryId: string, count: number): Promise<void> {
    await expect.poll(async () => (await this.attemptsOf(deliveryId)).length).toBeGreaterThanOrEqual(count);
  }

  async attemptsOf(deliveryId: string) {
    return (await this.request("GET", `/deliveries/${deliveryId}`)).body.attempts;
  }

  /** Makes a firewall group: an event. @returns its id */
  async group(name: string): Promise<string> {
    const fixture = new ExampleFixture(this.api, this.tenant);
    return (await fixture.make("firewallGroup.create", { body: { name } })).firewall_group_id;
  }

  async rename(groupId: string, name: string): Promise<void> {
    const { workspaceId, token } = this.tenant;
    const path = `/networking/firewall-groups/${groupId}`;
    await this.api.request("PATCH", path, { token, workspaceId, body: { name } });
  }

  /** Lets the retries of the webhook be due now. */
  async hurry(): Promise<void> {
    const { pool } = this.api.database;
    await pool.query("UPDATE webhook SET paused_until = NULL WHERE webhook_id = $1", [this.webhookId]);
    await pool.query("UPDATE webhook_lane SET due_at = now() WHERE webhook_id = $1", [this.webhookId]);
  }
}
