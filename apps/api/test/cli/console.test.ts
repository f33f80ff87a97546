import { freePort, needs } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { aWorker, machine } from "../compute/terminal-fixture.ts";
import { openShell, type Shell } from "./cli-fixture.ts";

let api: Api;
let worker: { stop(): Promise<void> };
let shell: Shell;
let vmId: string;

beforeAll(async () => {
  // The answer of a ticket names the API's public URL, so its port has to be known before it starts.
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  api = await startApi({ FULMAR_PUBLIC_API_URL: url });
  await api.listen(port);
  worker = await aWorker(api);
  const { token, workspaceId } = api.tenant;
  shell = openShell(() => ({ FULMAR_API_URL: `${url}/v1`, FULMAR_TOKEN: token, FULMAR_WORKSPACE: workspaceId }));
  vmId = await machine(api);
  await api.request("PATCH", `/compute/cloud-vms/${vmId}`, { body: { name: "web-1" } });
});
afterAll(async () => {
  shell.remove();
  await worker.stop();
  await api.close();
});

const consoleOf = (vm: string, input: string) => shell.fulmar(["vm", "console", vm], { input });

test("a pipe types its text, and its end ends the shell; the exit code is the shell's", async () => {
  const { code, stdout, stderr } = await consoleOf("web-1", "hostname\ncat /nothing\n");
  expect(stdout).toMatch(/\r\nweb\r\n[\s\S]*No such file\r\n/);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect((await consoleOf(vmId, "exit 7\n")).code).toBe(7);
});

test("the output of a long command arrives whole", async () => {
  const { code, stdout } = await consoleOf(vmId, "seq 200000\n");
  expect(code).toBe(0);
  expect(stdout.split("\r\n").filter((line) => /^\d+$/.test(line))).toHaveLength(200_000);
});

// `script` of util-linux gives the command a terminal.
test(
  "in a terminal: the shell has its size and takes its keys",
  needs("Linux", process.platform === "linux"),
  async () => {
    const command = `stty cols 111 rows 33; exec fulmar vm console ${vmId}`;
    const { code, stdout } = await shell.run("script", ["-qec", command, "/dev/null"], {
      input: "stty\rexit 5\r",
      env: { SHELL: "/bin/sh" },
    });
    expect(stdout).toContain("33 111");
    expect(code).toBe(5);
  },
);

test("a VM that does not exist, and one that is stopped", async () => {
  expect(await consoleOf("nowhere", "")).toMatchObject({ code: 4 });
  const status = async () => (await api.request("GET", `/compute/cloud-vms/${vmId}`)).body.status;
  const turn = async (verb: "stop" | "start", wanted: string) => {
    expect((await api.request("POST", `/compute/cloud-vms/${vmId}/${verb}`)).status).toBe(202);
    await expect.poll(status).toBe(wanted);
  };
  await turn("stop", "stopped");
  onTestFinished(() => turn("start", "running"));
  expect(await consoleOf("web-1", "")).toMatchObject({ code: 5, stderr: expect.stringContaining("start it first") });
});
