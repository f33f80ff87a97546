import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConfigurationError, type EdgeConfiguration, loadEdgeConfiguration } from "@fulmar/config";
import type { BalancerUsage, Enrolled } from "@fulmar/edge-protocol";
import { createLogger, type Logger, listenForMetrics, runProgram } from "@fulmar/http";
import { Agent } from "./agent/agent.ts";
import { ApiClient, enroll, Refused } from "./agent/api-client.ts";
import { AgentFolder } from "./agent/folder.ts";
import { cdnOf } from "./cdn-of-host.ts";
import { DevelopmentBalancers } from "./development/development-balancers.ts";
import type { Engine } from "./engine.ts";
import { balancerChallenges } from "./haproxy/balancer-challenges.ts";
import { HaproxyBalancers } from "./haproxy/haproxy-balancers.ts";
import { haproxyVersion } from "./haproxy/haproxy-process.ts";
import { intoVpcs } from "./into-vpcs.ts";
import { loopbackOfThisMachine, onLoopback } from "./loopback.ts";
import { EdgeMetrics } from "./metrics.ts";
import { withUdp } from "./udp/with-udp.ts";
import { hasKeepalived, Keepalived } from "./vrrp/keepalived.ts";
import { withVrrp } from "./vrrp/with-vrrp.ts";

const RETRY_MS = 2_000;

await runProgram(loadEdgeConfiguration, async (configuration) => {
  const logger = createLogger({ app: "edge", level: configuration.logLevel });
  const folder = new AgentFolder(configuration.folder);
  const credential = await credentialOf(configuration, folder, logger);
  const { engine: balancers, challenges, totals } = await balancersOf(configuration, logger);
  const engines = [balancers, ...challenges, ...(await cdnOf(configuration, logger))];
  const agent = new Agent({ api: new ApiClient(configuration.apiUrl, credential), folder, logger, engines });
  agent.start();
  const { metricsHost: host, metricsPort: port } = configuration;
  const source = new EdgeMetrics({ health: () => balancers.health(), totals });
  const metrics = port === undefined ? undefined : await listenForMetrics({ source, host, port, logger });
  return {
    async stop() {
      await metrics?.close();
      await agent.stop();
    },
  };
});

/**
 * The credential of the folder, or a new one for a token of the operator that was not used here.
 * @throws ConfigurationError without a token that is accepted
 */
async function credentialOf(
  { token, apiUrl }: EdgeConfiguration,
  folder: AgentFolder,
  logger: Logger,
): Promise<string> {
  const kept = folder.credential(token);
  if (kept !== undefined) return kept.credential;
  if (token === undefined)
    throw new ConfigurationError([
      "The edge has no credential; set FULMAR_EDGE_TOKEN to a token of `fulmar operator edge create`.",
    ]);
  const enrolled = await enrolledOnce(apiUrl, token, logger);
  folder.keepCredential(enrolled, token);
  logger.info({ edge_id: enrolled.edgeId }, "the edge is enrolled");
  return enrolled.credential;
}

/** Asks until the API answers. */
async function enrolledOnce(apiUrl: string, token: string, logger: Logger): Promise<Enrolled> {
  for (;;) {
    try {
      return await enroll(apiUrl, { token, hostname: hostname() });
    } catch (error) {
      if (error instanceof Refused) throw new ConfigurationError([error.message]);
      logger.warn({ err: error }, "the API does not answer and is asked again");
      await pause(RETRY_MS);
    }
  }
}

interface Balancers {
  readonly engine: Engine<"load_balancer">;
  /** The engines that answer certificate authorities. The development edge has none. */
  readonly challenges: readonly Engine[];
  /** The usage of listeners and targets. The development edge does not count it. */
  readonly totals: () => readonly BalancerUsage[];
}

async function balancersOf(configuration: EdgeConfiguration, logger: Logger): Promise<Balancers> {
  const { addresses, folder } = configuration;
  const version = await haproxyVersion();
  const onLaptop = addresses === "loopback";
  const haproxy =
    version === undefined
      ? undefined
      : new HaproxyBalancers({ folder: join(folder, "haproxy"), version, endsWithAgent: onLaptop });
  const totals = () => haproxy?.totals() ?? [];
  const challenges = haproxy === undefined ? [] : [balancerChallenges(haproxy)];
  const streams = haproxy ?? new DevelopmentBalancers();
  const warn = (problem: unknown) => logger.warn({ err: problem }, "nginx of UDP could not be looked after");
  const engine = await withUdp(streams, { folder: join(folder, "udp"), endsWithAgent: onLaptop, warn });
  if (!onLaptop) return { engine: await movingAddresses(intoVpcs(engine), configuration), challenges, totals };
  const tell = (name: string, urls: readonly string[]) => logger.info({ urls }, `the load balancer "${name}" answers`);
  return { engine: onLoopback(engine, await loopbackOfThisMachine(), tell), challenges, totals };
}

/** With VRRP, the load balancers' addresses move between the site's edges. @throws ConfigurationError without keepalived */
async function movingAddresses(
  engine: Engine<"load_balancer">,
  { vrrp, folder }: EdgeConfiguration,
): Promise<Engine<"load_balancer">> {
  if (vrrp === undefined) return engine;
  if (!(await hasKeepalived()))
    throw new ConfigurationError(["FULMAR_EDGE_VRRP_INTERFACE needs keepalived; install it on the edge's host."]);
  return withVrrp(engine, new Keepalived(join(folder, "vrrp"), vrrp));
}
