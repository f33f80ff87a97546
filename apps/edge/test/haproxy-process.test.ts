// The process of HAProxy: changes under load, refused configurations, killed agents and processes.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { get as getHttps } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BalancerListener, BalancerPool, BalancerTarget } from "@fulmar/edge-protocol";
import { freePort, needs, selfSignedCertificate } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import {
  ask,
  cookieOf,
  haproxyFixture,
  listener,
  pool,
  portOf,
  signal,
  version,
  type Web,
  web,
} from "./haproxy-fixture.ts";

const haproxy = haproxyFixture();
const { folder, documents, put, runtime, masterPid, workerPid, textOf, healthWhen } = haproxy;

describe("HAProxy: process", needs("HAProxy", version !== undefined), () => {
  /** Requests on new and on kept connections, until a port's changes are made. @returns the answers that are not 200 */
  async function underLoad(port: number, changes: () => Promise<void>): Promise<unknown[]> {
    const ended = new AbortController();
    const wrong: unknown[] = [];
    const kept = new Agent({ keepAlive: true });
    let asked = 0;
    const visitor = async (_: unknown, place: number) => {
      while (!ended.signal.aborted) {
        const { status } = await ask(port, place % 2 === 0 ? { agent: kept } : {}).catch((error) => ({
          status: String(error),
        }));
        asked++;
        if (status !== 200) wrong.push(status);
      }
    };
    const visitors = Array.from({ length: 8 }, visitor);
    await changes();
    ended.abort();
    await Promise.all(visitors);
    kept.destroy();
    expect(asked).toBeGreaterThan(100);
    return wrong;
  }

  test("twenty changes under load lose no request", { timeout: 60_000 }, async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    const lb = { pools: [pool("one", [one, two])], listeners: [listener(port)] };
    await put({ lb });
    const wrong = await underLoad(port, async () => {
      for (let change = 0; change < 20; change++) {
        const added = pool("two", [one], { poolId: `pool_more${change}` });
        await put(
          change % 2 === 0
            ? { [`lb${change}`]: { pools: [added], listeners: [] } }
            : { lb: { ...lb, pools: [...lb.pools, added] } },
        );
      }
    });
    expect(wrong).toEqual([]);
  });

  test("targets come and go without a reload, and no request is lost", { timeout: 60_000 }, async () => {
    const [port, other, ...webs] = [await freePort(), await freePort(), await web("one"), await web("two")];
    const [one, two] = webs as [Web, Web];
    const gateway = { gateway: "127.0.0.1", device: "lo" };
    const only = (...names: readonly ("one" | "two")[]) => {
      const all = pool("one", [one, { ...two, weight: 2, subnet: gateway }], { stickySessions: "cookie" });
      const wanted = names.map((name) => `tgt_one${["one", "two"].indexOf(name)}`);
      return { ...all, targets: all.targets.filter(({ targetId }) => wanted.includes(targetId)) };
    };
    const lb = (pools: BalancerPool[], more: BalancerListener[] = []) => ({
      lb: { pools, listeners: [listener(port), ...more] },
    });
    const answers = async (at: number, headers = {}) => {
      const texts: string[] = [];
      for (let time = 0; time < 6; time++) texts.push((await ask(at, { headers })).text);
      return `${texts.filter((text) => text === "one").length} one, ${texts.filter((text) => text === "two").length} two`;
    };
    const servers = async () => {
      await haproxy.engine.health();
      return (await runtime("show servers state")).match(/ tgt_\w+ /g)?.map((name) => name.trim());
    };
    await put(lb([only("one")]));
    const worker = await workerPid();
    const wrong = await underLoad(port, async () => {
      for (let change = 0; change < 20; change++) {
        const { targets, ...rest } = only("one", "two");
        const renamed = targets.map((each, place) => (place === 0 ? each : { ...each, targetId: `tgt_new${change}` }));
        await put(lb([change % 2 === 0 ? { ...rest, targets: renamed } : only("one")]));
      }
    });
    await expect.poll(servers).toEqual(["tgt_one0"]);
    expect([wrong, await workerPid()]).toEqual([[], worker]);

    await put(lb([only("one", "two")]));
    // On a busy machine a target may miss a check and be out for a moment.
    const shares = async () => {
      await healthWhen("lb", "online");
      await haproxy.engine.usage();
      return answers(port);
    };
    await expect.poll(shares).toBe("2 one, 4 two");
    await healthWhen("lb", "online");
    expect((await haproxy.engine.usage()).loadBalancers?.map(({ partId, requests }) => [partId, requests])).toEqual([
      [`lsn_${port}`, 6],
      ["tgt_one0", 2],
      ["tgt_one1", 4],
    ]);

    // The cookie of a target that was added leads to it, also when it is drained, and after a reload.
    let cookie = "";
    while (cookie === "") {
      const { text, headers } = await ask(port);
      if (text === "two") cookie = cookieOf(headers) ?? "";
    }
    const drained = only("one", "two");
    const draining = { ...drained, targets: drained.targets.map((one, place) => ({ ...one, weight: 1 - place })) };
    await put(lb([draining]));
    expect([await answers(port), await answers(port, { cookie })]).toEqual(["6 one, 0 two", "0 one, 6 two"]);
    expect(await workerPid()).toBe(worker);
    await put(lb([draining], [listener(other)]));
    expect(await workerPid()).not.toBe(worker);
    expect([await answers(other), await answers(other, { cookie })]).toEqual(["6 one, 0 two", "0 one, 6 two"]);

    // A removed target ends its requests, gets no more, and is forgotten then; the next agent finds the same.
    const slow = ask(port, { path: "/slow", headers: { cookie } });
    await once(two.server, "request");
    const now = await workerPid();
    await put(lb([only("one")], [listener(other)]));
    expect(await answers(port, { cookie })).toBe("6 one, 0 two");
    expect(await servers()).toEqual(["tgt_one0", "tgt_one1"]);
    haproxy.startAgent();
    expect(await haproxy.engine.apply({ documents, changed: undefined }, signal)).toEqual([]);
    expect(await servers()).toEqual(["tgt_one0", "tgt_one1"]);
    two.server.emit("go");
    expect((await slow).text).toBe("two");
    await expect.poll(servers).toEqual(["tgt_one0"]);
    expect(await workerPid()).toBe(now);
  });

  test("a target that comes back while its requests end is served again", async () => {
    const [port, one, two] = [await freePort(), await web("one"), await web("two")];
    const both = pool("one", [one, two]);
    const lb = (targets: readonly BalancerTarget[]) => ({
      lb: { pools: [{ ...both, targets }], listeners: [listener(port)] },
    });
    const [first, second] = both.targets as [BalancerTarget, BalancerTarget];
    await put(lb([second]));
    const slow = ask(port, { path: "/slow" });
    await once(two.server, "request");
    await put(lb([first]));
    await put(lb([second]));
    // HAProxy is reloaded for this: the former process may still answer a connection that waited for it.
    await expect.poll(async () => (await ask(port)).text).toBe("two");
    two.server.emit("go");
    expect((await slow).text).toBe("two");
  });

  test("a taken port and a refused configuration concern their own balancer alone", async () => {
    const [port, other, one] = [await freePort(), await freePort(), await web("one")];
    const taken = createTcpServer();
    const takenPort = await portOf(taken);
    const lb = { pools: [pool("one", [one])], listeners: [listener(port)] };
    await put({ lb });
    const inUse = (number: number) => `Port ${number} of 127.0.0.1 is in use on the edge's host.`;
    const second = pool("two", [one]);
    expect(
      await put({
        foreign: { pools: [second], listeners: [listener(takenPort, { defaultPoolId: "pool_two" })] },
        same: { pools: [pool("three", [one])], listeners: [listener(port, { defaultPoolId: "pool_three" })] },
        wrong: {
          pools: [{ ...pool("four", [one]), healthCheck: { ...second.healthCheck, intervalSeconds: -1 } }],
          listeners: [],
        },
        good: { pools: [pool("five", [one])], listeners: [listener(other, { defaultPoolId: "pool_five" })] },
      }),
    ).toEqual({ foreign: inUse(takenPort), same: inUse(port), wrong: expect.stringContaining("HAProxy refuses") });
    expect((await ask(port)).text).toBe("one");
    expect((await ask(other)).text).toBe("one");
    // A changed balancer that is refused is served as before.
    expect(Object.keys(await put({ lb: { ...lb, listeners: [listener(port), listener(takenPort)] } }))).toContain("lb");
    expect((await ask(port)).text).toBe("one");
  });

  test("the next agent brings to the process what the last one could not, and keeps what a refused revision had", async () => {
    const [port, one] = [await freePort(), await web("one")];
    const [first, second] = [selfSignedCertificate("one.example.com"), selfSignedCertificate("two.example.com")];
    const secure = ({ certificatePem, privateKeyPem }: typeof first, idleTimeoutSeconds = 60) => ({
      pools: [pool("one", [one])],
      listeners: [
        listener(port, {
          ...{ protocol: "https", idleTimeoutSeconds },
          certificate: { chainPem: certificatePem, privateKeyPem },
        }),
      ],
    });
    const subject = async () => {
      const asked = getHttps({ port, host: "127.0.0.1", rejectUnauthorized: false, agent: false });
      const [response] = await once(asked, "response");
      response.resume();
      return response.socket.getPeerCertificate().subject.CN;
    };
    await put({ lb: secure(first, 61) });
    const later = textOf();
    await put({ lb: secure(first) });
    // As if the last agent had ended after it wrote the configuration and before the process took it.
    writeFileSync(join(folder, "0/haproxy.cfg"), later);
    let before = await workerPid();
    haproxy.startAgent();
    await put({ lb: secure(first, 61) });
    expect(await workerPid()).not.toBe(before);
    // As if it had been told of a certificate and ended before it changed it.
    before = await workerPid();
    haproxy.startAgent();
    await put({ lb: secure(second, 61) });
    expect(await subject()).toBe("two.example.com");
    const mixed = secure({ ...first, privateKeyPem: second.privateKeyPem });
    expect(Object.keys(await put({ lb: mixed }))).toEqual(["lb"]);
    haproxy.startAgent();
    expect((await haproxy.engine.apply({ documents, changed: undefined }, signal)).map(({ id }) => id)).toEqual(["lb"]);
    expect(await subject()).toBe("two.example.com");
  });

  test("the next agent takes over what is served, and a process that was killed is started again", async () => {
    const [port, one] = [await freePort(), await web("one")];
    await put({ lb: { pools: [pool("one", [one])], listeners: [listener(port)] } });
    const [pid, text] = [await workerPid(), textOf()];
    haproxy.startAgent();
    expect(await haproxy.engine.apply({ documents, changed: undefined }, signal)).toEqual([]);
    expect([await workerPid(), textOf()]).toEqual([pid, text]);
    expect((await ask(port)).text).toBe("one");
    process.kill(masterPid(), "SIGKILL");
    while (
      await ask(port).then(
        () => true,
        () => false,
      )
    )
      await pause(20);
    await healthWhen("lb", "online");
    expect((await ask(port)).text).toBe("one");
    expect(await workerPid()).not.toBe(pid);
  });
});
