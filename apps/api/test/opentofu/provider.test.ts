// The Go tests of the OpenTofu provider, against a real API. They are skipped where there is no Go or no way to its
// modules.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { needs } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "../installation/operator-fixture.ts";
import { startWorker } from "../worker-fixture.ts";

const PROVIDER = join(import.meta.dirname, "../../../../integrations/opentofu");
/** The first run compiles the provider's libraries. */
const TIMEOUT_MS = 600_000;

const unable = await whyNoGo();

let api: Api;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  // Listeners may have domains. The worker asks no authority for certificates.
  api = await startApi({ FULMAR_ACME_DIRECTORY: "https://acme.example.com/directory" });
  stopWorker = startWorker(api);
});
afterAll(async () => {
  await stopWorker();
  await api.close();
});

test("the provider speaks its protocol", {
  ...needs("Go and its modules", unable === undefined),
  timeout: TIMEOUT_MS,
}, async () => {
  const { port } = await api.listen();
  const { token, workspaceId } = api.tenant;
  const { tokens } = await OperatorFixture.open(api);
  const outcome = await go(["test", "-count=1", "./..."], {
    FULMAR_API_URL: `http://127.0.0.1:${port}/v1`,
    FULMAR_TOKEN: token,
    FULMAR_WORKSPACE: workspaceId,
    FULMAR_OPERATOR_TOKEN: tokens["operator.write"],
  });
  expect(outcome).toBe("");
});

/** @returns what the command has printed if it has failed */
function go(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { ...process.env, ...environment };
  return promisify(execFile)("go", args, { cwd: PROVIDER, env, maxBuffer: 2 ** 26 }).then(
    () => "",
    (error) => `${error.stdout}${error.stderr}` || String(error),
  );
}

async function whyNoGo(): Promise<string | undefined> {
  if ((await go(["version"])) !== "") return "There is no `go` in PATH.";
  const problem = await go(["mod", "download"]);
  return problem === "" ? undefined : `Its modules cannot be downloaded: ${problem.trim().split("\n").at(-1)}`;
}
