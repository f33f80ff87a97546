import { TERMINAL_PROTOCOL } from "@fulmar/contract";
import { silent } from "@fulmar/engine/testing";
import { openDatabase } from "@fulmar/prisma";
import { processUrl } from "@fulmar/testkit";
import { startWorker } from "@fulmar/worker";
import { expect, vi } from "vitest";
import { WebSocket } from "ws";
import type { Api, RequestOptions } from "../api-fixture.ts";
import { makeVm } from "./compute-fixture.ts";

/** A VM that a worker has created and started at the simulated site. Its host name is `web`. */
export async function machine(api: Api): Promise<string> {
  const vm_id = await makeVm(api, { status: "accepted" });
  const isRunning = async () => {
    const { body } = await api.request("GET", `/compute/cloud-vms/${vm_id}`);
    expect(body.status).toBe("running");
  };
  await vi.waitFor(isRunning, { timeout: 30_000 });
  await api.database.pool.query(
    `UPDATE simulated.instance SET configuration = configuration || '{"hostname": "web"}' WHERE vm_id = $1`,
    [vm_id],
  );
  return vm_id;
}

/** A worker as a process runs it, with connections of its own. */
export async function aWorker(api: Api): Promise<{ stop(): Promise<void> }> {
  const database = openDatabase(processUrl(api.databaseUrl, "fulmar_worker"), { max: 16 });
  const worker = await startWorker({ database, configuration: api.configuration, logger: silent });
  return {
    async stop() {
      await worker.stop();
      await database.close();
    },
  };
}

/** A client's end of a terminal. */
export interface TerminalClient {
  readonly socket: WebSocket;
  readonly shown: () => string;
  readonly notices: readonly unknown[];
  /** Types a line. */
  readonly type: (line: string) => void;
  /** Waits for text. */
  readonly shows: (text: string | RegExp) => Promise<void>;
  /** Code and sentence of the close frame. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export async function connect(port: number, ticket: string): Promise<TerminalClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/terminal`, [TERMINAL_PROTOCOL, ticket]);
  const decoder = new TextDecoder();
  let text = "";
  const notices: unknown[] = [];
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) text += decoder.decode(data, { stream: true });
    else notices.push(JSON.parse(data.toString()));
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const shown = () => text;
  return {
    socket,
    shown,
    notices,
    type: (line) => socket.send(Buffer.from(`${line}\r`)),
    shows: (expected) => expect.poll(shown).toMatch(expected),
    closed,
  };
}

export const ticketFor = (api: Api, vmId: string, options: RequestOptions = {}) =>
  api.request("POST", `/compute/cloud-vms/${vmId}/terminal`, { body: {}, ...options });
