import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { Product } from "./product.ts";

/** The Python with the suite's requirements. */
const PYTHON = process.env.S3TESTS_PYTHON ?? "python3";
const SECONDS_OF_TEST = 120;
/** Marks of features that Fulmar leaves out (docs/object-storage.md), and of other services of a cloud. */
const LEFT_OUT = [
  ...["iam_account", "iam_cross_account", "iam_tenant", "iam_user", "test_of_iam", "user_policy", "group_policy"],
  ...["role_policy", "webidentity_test", "cloud_transition", "cloud_restore", "target_by_bucket", "rgw_restore"],
  // They wait for days of ten seconds, which only Ceph's own servers have.
  ...["lifecycle_expiration", "lifecycle_transition", "storage_class"],
];
const Key = z.object({ access_key_id: z.string(), secret_access_key: z.string() });
type Key = z.infer<typeof Key>;

/**
 * Runs ceph/s3-tests against the object store of a new installation and prints how many tests of each mark pass.
 * Arguments: the path of a checkout, then arguments for pytest.
 */
const [checkout, ...args] = process.argv.slice(2);
if (checkout === undefined)
  throw new Error("Name the path of a checkout of https://github.com/ceph/s3-tests, with its requirements installed.");
const folder = mkdtempSync(join(tmpdir(), "fulmar-s3-tests-"));
const product = await Product.install();
try {
  const api = await product.startApi();
  const store = new URL(await product.startObjectStore());
  const main = await createKey(api, {});
  // Another user of the same cloud: a key that reaches no bucket of the tests unless a policy says so.
  await post(api, "buckets", { name: "unrelated", region: "eu-central-1" });
  const alt = await createKey(api, { bucket_names: ["unrelated"] });
  const configuration = join(folder, "s3tests.conf");
  writeFileSync(configuration, configurationOf(store, main, alt));
  const report = join(folder, "report.xml");
  const marks = LEFT_OUT.map((mark) => `not ${mark}`).join(" and ");
  const pytest = spawn(
    PYTHON,
    [
      ...["-m", "pytest", "-q", "-p", "no:cacheprovider", `--timeout=${SECONDS_OF_TEST}`, `--junitxml=${report}`],
      ...["--tb=line", "-m", marks, "s3tests/functional/test_s3.py", "s3tests/functional/test_headers.py", ...args],
    ],
    { cwd: resolve(checkout), env: { ...process.env, S3TEST_CONF: configuration }, stdio: "inherit" },
  );
  await once(pytest, "exit");
  console.log(summaryOf(readFileSync(report, "utf8")));
} finally {
  await product.stop();
  rmSync(folder, { recursive: true });
}

async function createKey(api: string, options: object): Promise<Key> {
  const made = { name: crypto.randomUUID(), permission: "read_write", bypass_governance: true, ...options };
  return Key.parse(await post(api, "access-keys", made));
}

async function post(api: string, resource: string, body: object): Promise<unknown> {
  const response = await fetch(`${api}/object-storage/${resource}?workspace_id=${product.workspaceId}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${product.token}`,
      "content-type": "application/json",
      "x-idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${resource} was refused: ${await response.text()}`);
  return response.json();
}

function configurationOf({ hostname, port }: URL, main: Key, alt: Key): string {
  const user = (section: string, key: Key, id: string, more: Readonly<Record<string, string>> = {}) =>
    sectionOf(section, {
      ...{ display_name: id, user_id: id, email: `${id}@example.com`, api_name: "eu-central-1" },
      ...{ access_key: key.access_key_id, secret_key: key.secret_access_key, ...more },
    });
  return [
    sectionOf("DEFAULT", { host: hostname, port, is_secure: "False", ssl_verify: "False" }),
    sectionOf("fixtures", { "bucket prefix": "s3t-{random}-" }),
    user("s3 main", main, product.workspaceId),
    user("s3 alt", alt, alt.access_key_id),
    user("s3 tenant", alt, alt.access_key_id, { tenant: "tenant" }),
    ...["iam", "iam root", "iam alt root"].map((section) => user(section, alt, alt.access_key_id)),
  ].join("\n");
}

function sectionOf(name: string, values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}`);
  return [`[${name}]`, ...lines, ""].join("\n");
}

/** Totals of a JUnit report, and the names of the tests that fail. */
function summaryOf(report: string): string {
  const cases = [...report.matchAll(/<testcase [^>]*? name="([^"]+)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g)];
  const outcomes = cases.map(([, name = "", content = ""]) => ({
    name,
    outcome: content.includes("<skipped") ? "skipped" : /<(failure|error)/.test(content) ? "failed" : "passed",
  }));
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const failed = outcomes.filter(({ outcome }) => outcome === "failed").map(({ name }) => `  ${name}`);
  return [
    `\n${count("passed")} passed of ${count("passed") + count("failed")} that ran; ${count("skipped")} skipped.`,
    ...(failed.length > 0 ? ["Failed:", ...failed] : []),
  ].join("\n");
}
