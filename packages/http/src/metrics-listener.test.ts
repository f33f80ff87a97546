import { afterEach, expect, test } from "vitest";
import { listenForMetrics, type MetricsListener } from "./metrics-listener.ts";

let listener: MetricsListener | undefined;
afterEach(() => listener?.close());

async function listen(text: () => Promise<string>, keptMs?: number): Promise<string> {
  const source = { contentType: "text/plain; version=0.0.4", text };
  const logger = { warn: () => undefined };
  listener = await listenForMetrics({
    source,
    host: "127.0.0.1",
    port: 0,
    logger,
    ...(keptMs !== undefined && { keptMs }),
  });
  return `http://127.0.0.1:${listener.port}`;
}

test("100 scrapes at once and after each other collect the metrics once", async () => {
  let collected = 0;
  const url = await listen(async () => `collected ${++collected}\n`);
  const answers = await Promise.all(Array.from({ length: 100 }, async () => (await fetch(`${url}/metrics`)).text()));
  expect(new Set(answers)).toEqual(new Set(["collected 1\n"]));
  expect(await (await fetch(`${url}/metrics`)).text()).toBe("collected 1\n");
});

test("the text is collected anew when its time is over", async () => {
  let collected = 0;
  const url = await listen(async () => `collected ${++collected}\n`, 0);
  expect(await (await fetch(`${url}/metrics`)).text()).toBe("collected 1\n");
  const again = await fetch(`${url}/metrics`);
  expect(await again.text()).toBe("collected 2\n");
  expect(again.headers.get("content-type")).toBe("text/plain; version=0.0.4");
});

test("a failure is answered with 500 and not kept", async () => {
  let collected = 0;
  const url = await listen(async () => {
    if (++collected === 1) throw new Error("the database is away");
    return "well\n";
  });
  expect((await fetch(`${url}/metrics`)).status).toBe(500);
  expect((await fetch(`${url}/metrics`)).status).toBe(200);
});

test("there is nothing but the metrics", async () => {
  const url = await listen(async () => "");
  for (const path of ["/", "/metrics/", "/v1/token"]) expect((await fetch(url + path)).status, path).toBe(404);
});
