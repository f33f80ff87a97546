import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { carriedOut, eventually } from "../hosts.ts";
import { must } from "../story.ts";
import type { Story } from "./story.ts";

/** A machine that answers HTTP at a public address. */
export interface Web {
  readonly vmId: string;
  readonly name: string;
  readonly address: string;
}

const UNIT = `[Unit]
After=network.target
[Service]
ExecStart=/usr/bin/busybox httpd -f -p 80 -h /srv
[Install]
WantedBy=multi-user.target
`;

/** Creates machines in parallel, each of which serves its name from then on, at every boot. */
export async function makeWebs(story: Story, names: readonly string[]): Promise<Web[]> {
  const { rest, small } = story.place;
  const made = await Promise.all(names.map((name) => rest.ask("cloudVm.create", { ...small, name, public_ip: true })));
  await carriedOut(story, made);
  return Promise.all(made.map(({ vm_id }, index) => serve(story, vm_id, names[index] ?? "")));
}

async function serve({ place: { rest }, inside }: Story, vmId: string, name: string): Promise<Web> {
  const write = `mkdir -p /srv && echo ${name} > /srv/index.html && printf '%s' '${UNIT}' > /etc/systemd/system/web.service`;
  const start = `until systemctl enable --now web; do sleep 0.5; done`;
  must((await inside.run(vmId, "sh", "-c", `${write} && ${start}`)) === 0, `${name} serves a page`);
  const { public_ip: address } = await rest.ask("cloudVm.get", { vm_id: vmId });
  if (address === null) throw new Error(`${name} has no public address.`);
  const web = { vmId, name, address };
  await answering([web]);
  return web;
}

/** Waits until each answers. */
export function answering(webs: readonly Web[]): Promise<unknown> {
  return Promise.all(
    webs.map(({ name, address }) =>
      eventually(
        `an answer of ${name}`,
        () => pageAt(address),
        (page) => page === name,
      ),
    ),
  );
}

/** What a new connection gets within a second; undefined when that is nothing. */
function pageAt(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = get({ host: address, port: 80, path: "/index.html", agent: false, timeout: 1_000 }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (more) => {
        text += more;
      });
      answer.once("end", () => resolve(text.trim()));
      answer.once("error", () => resolve(undefined));
    });
    asked.once("timeout", () => asked.destroy(new Error("no answer within a second")));
    asked.once("error", () => resolve(undefined));
  });
}

/** What the visitors of a machine met. */
export interface Met {
  readonly web: Web;
  readonly requests: number;
  readonly lost: number;
  /** The longest time between two answers, in seconds. */
  readonly silentSeconds: number;
}

const PAUSE_MS = 100;

/** Visits machines all the time, each by a visitor of its own, while the work goes on. */
export async function underLoad(webs: readonly Web[], work: () => Promise<unknown>): Promise<Met[]> {
  const ended = new AbortController();
  const visits = webs.map((web) => visitAlong(web, ended.signal));
  try {
    await work();
  } finally {
    ended.abort();
  }
  return Promise.all(visits);
}

async function visitAlong(web: Web, signal: AbortSignal): Promise<Met> {
  let [requests, lost, silentMs, last] = [0, 0, 0, performance.now()];
  while (!signal.aborted) {
    const isAnswered = (await pageAt(web.address)) === web.name;
    requests++;
    if (isAnswered) {
      silentMs = Math.max(silentMs, performance.now() - last);
      last = performance.now();
    } else lost++;
    await sleep(PAUSE_MS);
  }
  silentMs = Math.max(silentMs, performance.now() - last);
  return { web, requests, lost, silentSeconds: silentMs / 1_000 };
}

export function print(all: readonly Met[]): void {
  for (const { web, requests, lost, silentSeconds } of all)
    console.log(
      `          ${web.name.padEnd(14)} ${String(requests).padStart(5)} requests, ${String(lost).padStart(4)} lost, ` +
        `silent for ${silentSeconds.toFixed(1)} s at most`,
    );
}
