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
  await addHostAndImage();
  const outcome = await go(["test", "-count=1", "./..."], {
    FULMAR_API_URL: `http://127.0.0.1:${port}/v1`,
    FULMAR_TOKEN: token,
    FULMAR_WORKSPACE: workspaceId,
    FULMAR_OPERATOR_TOKEN: tokens["operator.write"],
    FULMAR_TEST_ORGANIZATION: api.tenant.organizationId,
    FULMAR_TEST_HOST: HOST,
    FULMAR_TEST_IMAGE: IMAGE,
  });
  expect(outcome).toBe("");
});

const [HOST, IMAGE] = [`host_${"1".repeat(26)}`, `img_${"1".repeat(26)}`];

/** What operators have by other ways than by requests: a host that a worker has seen, and an image of a workspace. */
async function addHostAndImage(): Promise<void> {
  const { pool } = api.database;
  await pool.query(
    `INSERT INTO site (site_id, name, location, provider, position)
     SELECT 'site-ber-1', 'Berlin 1', 'Berlin, Germany', provider, 1000 FROM site WHERE site_id = 'site-ams-1'`,
  );
  await pool.query(
    `INSERT INTO site_host (host_id, site_id, name, status, moves_live, shared_disks, cpus, ram_mb, free_ram_mb, disk_gb,
                            free_disk_gb)
     VALUES ($1, 'site-ber-1', 'host-of-tofu', 'online', true, true, 8, 8192, 8192, 100, 100)`,
    [HOST],
  );
  await pool.query(
    `INSERT INTO vm_image (image_id, workspace_id, name, status, source_type, source_id, site_id, os_type, os_distro,
                           version, min_disk_gb, size_bytes)
     VALUES ($1, $2, 'golden', 'available', 'url', 'https://example.com/golden', 'site-ams-1', 'linux', 'debian', '13', 10, 1)`,
    [IMAGE, api.tenant.workspaceId],
  );
}

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
