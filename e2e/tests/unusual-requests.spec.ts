import { type RequestOptions, request as send } from "node:http";
import { expect, test } from "../src/fixtures.ts";

/** Requests that no page sends but anyone can send. They are not signed in. */
const LARGE = JSON.stringify({ email: "a@example.com", password: "x".repeat(2 * 1024 * 1024) });

async function statusOf(baseURL: string | undefined, options: RequestOptions): Promise<number | undefined> {
  const [status] = await answerOf(baseURL, options);
  return status;
}

function answerOf(baseURL: string | undefined, options: RequestOptions): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const request = send(new URL(baseURL ?? ""), { ...options, agent: false }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        body += piece;
      });
      response.once("end", () => resolve([response.statusCode, body]));
    });
    request.once("upgrade", () => reject(new Error("it became a WebSocket")));
    request.once("error", reject).end();
  });
}

test("404 for paths that cannot be decoded and for OPTIONS and TRACE", async ({ request, baseURL }) => {
  for (const path of ["/invitations/%ff", "/workspaces/%E0%A4%A", "/api/trpc/%ff"])
    expect((await request.get(path)).status(), path).toBe(404);
  expect(await statusOf(baseURL, { method: "OPTIONS", path: "*" })).toBe(404);
  expect(await statusOf(baseURL, { method: "TRACE", path: "/sign-in" })).toBe(404);
});

test("421 for a host that is not the console's, on every path", async ({ baseURL }) => {
  const { host: own, port } = new URL(baseURL ?? "");
  const paths = [
    "/",
    "/sign-in",
    "/nothing/here",
    "/icon.svg",
    "/api/session",
    "/api/trpc/cloudVm.list",
    "/api/trpc/live.changes?input=%7B%22workspace_id%22%3A%221%22%7D",
  ];
  for (const path of paths)
    for (const method of ["GET", "HEAD", "POST"])
      for (const host of ["rebound.example", `rebound.example:${port}`, `${own}.rebound.example`])
        expect(await statusOf(baseURL, { method, path, headers: { host } }), `${method} ${path} ${host}`).toBe(421);
  const [status, body] = await answerOf(baseURL, {
    path: "/api/trpc/cloudVm.list",
    headers: { host: "rebound.example" },
  });
  expect([status, JSON.parse(body)]).toEqual([
    421,
    {
      code: "foreign_host",
      detail:
        `The console is at ${baseURL}, and this request names another host; ` +
        "open it there, or set FULMAR_PUBLIC_CONSOLE_URL.",
      request_id: expect.any(String),
    },
  ]);
  // A client can write X-Forwarded-Host too. It counts from trusted proxies alone.
  const forwarded = { "x-forwarded-host": "rebound.example" };
  expect(await statusOf(baseURL, { path: "/sign-in", headers: forwarded })).toBe(200);
  expect(await statusOf(baseURL, { path: "/sign-in", headers: { host: `localhost:${port}` } })).toBe(200);
});

test("redirects ignore X-Forwarded-Host", async ({ request }) => {
  const answer = await request.get("/", {
    headers: { accept: "text/event-stream", "x-forwarded-host": "rebound.example", "x-forwarded-proto": "https" },
    maxRedirects: 0,
  });
  expect(JSON.stringify(answer.headers())).not.toContain("rebound.example");
});

test("a request to upgrade to a WebSocket is answered like any other", async ({ baseURL }) => {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "sec-websocket-version": "13",
  };
  expect(await statusOf(baseURL, { path: "/sign-in", headers })).toBe(200);
  expect(await statusOf(baseURL, { path: "/nothing/here", headers })).toBe(404);
});

test("400 or 413 for a body larger than 1 MiB", async ({ request, baseURL }) => {
  const headers = { origin: baseURL ?? "", "content-type": "application/json" };
  const session = await request.post("/api/session", { headers, data: LARGE });
  expect([session.status(), (await session.json()).detail]).toEqual([
    400,
    "The request is larger than 1 MiB; send less.",
  ]);
  expect((await request.post("/api/trpc/account.rename", { headers, data: LARGE })).status()).toBe(413);
});

test("400 for two mutations in one request and for more than 20 queries", async ({ request, baseURL }) => {
  const headers = { origin: baseURL ?? "", "content-type": "application/json" };
  const many = Array.from({ length: 21 }, () => "cloudVm.list").join(",");
  const answers = [
    await request.post("/api/trpc/account.rename,account.rename?batch=1", {
      headers,
      data: { 0: { name: "a" }, 1: { name: "b" } },
    }),
    await request.get(`/api/trpc/${many}?batch=1&input=${encodeURIComponent("{}")}`),
  ];
  for (const answer of answers)
    expect([answer.status(), await answer.text()]).toEqual([400, expect.not.stringContaining("Sign in")]);
});
