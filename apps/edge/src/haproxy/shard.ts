import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BalancerDocument, type BalancerUsage, type TargetHealth } from "@fulmar/edge-protocol";
import { z } from "zod";
import { inTurns } from "../engine.ts";
import { BalancerCounter } from "./balancer-usage.ts";
import { certificateCommands, runtimeName } from "./certificate-commands.ts";
import { settingsOf, type Written, writeConfiguration } from "./configuration.ts";
import { HaproxyProcess } from "./haproxy-process.ts";
import { readStatistics, type Statistics } from "./statistics.ts";
import { healthOf } from "./target-health.ts";

const Kept = z.record(z.string(), BalancerDocument);
const RESTART_MS = 20_000;
/** How answers of the runtime API begin that say what it did. */
const DONE =
  /^(New server registered|IP changed|port changed|no need to change|Transaction (created|updated)|Committing|New empty certificate|Inserting certificate|Entry '.*' deleted|Certificate '.*' deleted)/;

/** Balancers' answers to certificate authorities, by the keys of HAProxy's map: a balancer's id and the path. */
export type ChallengeAnswers = ReadonlyMap<string, string>;

/** A HAProxy process and the balancers that it serves, by id. */
export class Shard {
  readonly #process: HaproxyProcess;
  #served: ReadonlyMap<string, BalancerDocument>;
  /** Keeps what is served, for the next agent: a revision that is refused again then has a previous one. */
  readonly #record: string;
  /** The certificates on disk, as far as this agent has written them. */
  readonly #onDisk = new Map<string, string>();
  /** The configuration that the process serves; undefined if unknown, after a start of the agent or a fault. */
  #written: Written | undefined;
  readonly #inTurn = inTurns();
  readonly #counter = new BalancerCounter();

  constructor(folder: string, binary: string | undefined, answers: ChallengeAnswers) {
    this.#process = new HaproxyProcess(folder, binary);
    this.#writeAnswers(answers);
    this.#record = join(folder, "served.json");
    // An older agent may have kept it in another form. Then nothing is known, and the documents say everything.
    const kept = existsSync(this.#record) ? Kept.safeParse(JSON.parse(readFileSync(this.#record, "utf8"))).data : {};
    this.#served = new Map(Object.entries(kept ?? {}));
  }

  get served(): ReadonlyMap<string, BalancerDocument> {
    return this.#served;
  }

  /**
   * Serves these balancers and no others.
   * @returns why a balancer cannot be served, by its id. The previous revision of such a balancer is served
   */
  serve(wanted: ReadonlyMap<string, BalancerDocument>, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    return this.#inTurn(() => this.#serve(wanted, signal));
  }

  /** The health of the targets by balancer. A process that has died is started again. */
  health(): Promise<ReadonlyMap<string, TargetHealth[]>> {
    return this.#inTurn(async () => {
      if (this.#served.size === 0) return new Map<string, TargetHealth[]>();
      if ((await this.#process.running()) === undefined) {
        this.#written = undefined;
        await this.#serve(this.#served, AbortSignal.timeout(RESTART_MS));
      }
      const statistics = await this.#count();
      await this.#removeServers(statistics);
      return new Map([...this.#served].map(([id, document]) => [id, healthOf(document, statistics)]));
    });
  }

  /** Takes what listeners and targets did since the last call, as far as `health` and reloads have read it. */
  takeUsage(): BalancerUsage[] {
    return this.#counter.take();
  }

  /** The usage of the present listeners and targets since the agent's start. */
  totals(): readonly BalancerUsage[] {
    return this.#counter.totals();
  }

  /** Reads the counters of the running process. */
  async #count() {
    const statistics = readStatistics(await this.#process.command("show stat"));
    this.#counter.count(statistics, this.#served);
    return statistics;
  }

  /** Answers certificate authorities, with these answers and no others, without a reload. */
  answer(answers: ChallengeAnswers): Promise<void> {
    return this.#inTurn(async () => {
      this.#writeAnswers(answers);
      const isAsked = [...this.#served.values()].some(({ challenges }) => challenges !== null);
      if (!isAsked || (await this.#process.running()) === undefined) return;
      const map = runtimeName(this.#process.paths.challenges);
      const prepared = await this.#process.command(`prepare map ${map}`);
      const [, version] = /version created: (\d+)/.exec(prepared) ?? [];
      if (version === undefined) throw new Error(`HAProxy prepares no map: ${prepared.trim()}`);
      for (const [key, answer] of answers)
        requireDone("add map", await this.#process.command(`add map @${version} ${map} ${key} ${answer}`));
      requireDone("commit map", await this.#process.command(`commit map @${version} ${map}`));
    });
  }

  #writeAnswers(answers: ChallengeAnswers): void {
    const text = [...answers].map(([key, answer]) => `${key} ${answer}\n`).join("");
    this.#process.writeFile(this.#process.paths.challenges, text);
  }

  /** The addresses and ports that the running process listens on. */
  async ports(): Promise<readonly string[]> {
    const text = (await this.#process.running()) ?? "";
    return [...text.matchAll(/^ {2}bind (\S+)/gm)].map(([, place = ""]) => place);
  }

  stop(): Promise<void> {
    return this.#inTurn(() => this.#process.stop());
  }

  async #serve(wanted: ReadonlyMap<string, BalancerDocument>, signal: AbortSignal): Promise<Map<string, string>> {
    const refused = new Map<string, string>();
    const running = await this.#process.running();
    const leaving = running === undefined ? new Set<string>() : await this.#removeServers(await this.#count());
    let balancers = wanted;
    let written = this.#write(balancers);
    if (!isChange(this.#written, written, leaving) && (await this.#process.check(written.text)) !== undefined) {
      balancers = await this.#accepted(wanted, refused);
      written = this.#write(balancers);
    }
    const known = this.#written;
    // Whatever fails from here on leaves the process in a state that is not known.
    this.#written = undefined;
    if (balancers.size === 0) await this.#process.stop();
    else if (isChange(known, written, leaving)) await this.#change(known, written);
    else if (known !== undefined || running !== written.text) {
      await this.#process.serve(written.text, signal);
      this.#counter.begin();
    }
    const files = new Set(filesOf(written).keys());
    this.#process.forgetCertificates(files);
    for (const path of this.#onDisk.keys()) if (!files.has(path)) this.#onDisk.delete(path);
    this.#served = balancers;
    writeFileSync(this.#record, JSON.stringify(Object.fromEntries(balancers)), { mode: 0o600 });
    this.#written = balancers.size === 0 ? undefined : written;
    return refused;
  }

  #write(balancers: ReadonlyMap<string, BalancerDocument>): Written {
    const written = writeConfiguration([...balancers.values()], this.#process.paths);
    for (const [path, text] of filesOf(written)) {
      if (this.#onDisk.get(path) !== text) this.#process.writeFile(path, text);
      this.#onDisk.set(path, text);
    }
    return written;
  }

  /** The balancers that HAProxy accepts, each asked alone. For one that it does not, its previous revision. */
  async #accepted(
    wanted: ReadonlyMap<string, BalancerDocument>,
    refused: Map<string, string>,
  ): Promise<ReadonlyMap<string, BalancerDocument>> {
    const accepted = new Map<string, BalancerDocument>();
    for (const [id, document] of wanted) {
      const former = this.#served.get(id);
      const problem =
        document === former ? undefined : await this.#process.check(this.#write(new Map([[id, document]])).text);
      if (problem !== undefined) refused.set(id, `HAProxy refuses the configuration: ${problem}`);
      const served = problem === undefined ? document : former;
      if (served !== undefined) accepted.set(id, served);
    }
    return accepted;
  }

  /** Changes servers and certificates of the running process. Removed servers get no more connections. */
  async #change(known: Written, written: Written): Promise<void> {
    const commands = [...written.servers].flatMap(([server, state]) => {
      const former = known.servers.get(server);
      const { address, port, weight, isSticky } = state;
      const cookie = `enable dynamic-cookie backend ${server.split("/")[0]}`;
      if (former === undefined)
        return [
          ...[`add server ${server} ${settingsOf(state)}`, `enable health ${server}`],
          ...[...(isSticky ? [cookie] : []), `enable server ${server}`],
        ];
      const moves = former.address !== address || former.port !== port;
      return [
        ...(former.weight === weight ? [] : [`set server ${server} weight ${weight}`]),
        ...(moves ? [`set server ${server} addr ${address} port ${port}`] : []),
      ];
    });
    for (const server of known.servers.keys())
      if (!written.servers.has(server)) commands.push(`set server ${server} state maint`);
    commands.push(...certificateCommands(known, written));
    if (known.text === written.text) return;
    this.#process.unsettle();
    for (const command of commands) requireDone(command, await this.#process.command(command));
    this.#process.keep(written.text);
  }

  /** Removes the servers that the configuration does not have. @returns those that still have connections */
  async #removeServers(statistics: Statistics): Promise<ReadonlySet<string>> {
    const leaving = new Set<string>();
    for (const server of statistics.keys()) {
      if (this.#written === undefined || this.#written.servers.has(server) || /\/(FRONT|BACK)END$/.test(server))
        continue;
      // HAProxy refuses for a server that is not in maintenance, or that has connections.
      if (!(await this.#process.command(`del server ${server}`)).includes("deleted")) leaving.add(server);
    }
    return leaving;
  }
}

/** Whether the runtime API brings a process from one configuration to another, without a reload. */
function isChange(known: Written | undefined, written: Written, leaving: ReadonlySet<string>): known is Written {
  return (
    known?.skeleton === written.skeleton &&
    [...written.servers].every(
      ([server, { options }]) => (known.servers.get(server)?.options ?? options) === options && !leaving.has(server),
    )
  );
}

/** Certificates and their lists, by path. */
function filesOf({ certificates, lists }: Written): ReadonlyMap<string, string> {
  const texts = [...lists].map(([path, listed]) => [path, listed.map((one) => `${basename(one)}\n`).join("")] as const);
  return new Map([...certificates, ...texts]);
}

/** The runtime API has no status: it answers with nothing, with what it did, or with what is wrong. */
function requireDone(command: string, answer: string): void {
  const said = answer.trim();
  const done = said === "" || DONE.test(said);
  if (!done) throw new Error(`HAProxy refuses \`${command.split("\n", 1)[0]}\`: ${said}`);
}
