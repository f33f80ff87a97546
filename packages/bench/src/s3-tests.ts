import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openS3Server, type S3Key, type S3Server } from "./s3-server.ts";
import { groupOf } from "./s3-test-groups.ts";

/** The Python with the suite's requirements. */
const PYTHON = process.env.S3TESTS_PYTHON ?? "python3";
const SECONDS_OF_TEST = 120;
/**
 * It ends the gateway of Ceph 16, and all tests after it fail: the source of its copy is not percent-encoded, and has
 * no name once the gateway has decoded it.
 */
const ENDS_CEPH = "s3tests/functional/test_s3.py::test_upload_part_copy_percent_encoded_key";
/** Marks of features that Fulmar leaves out (docs/object-storage.md), and of other services of a cloud. */
const LEFT_OUT = [
  ...["iam_account", "iam_cross_account", "iam_tenant", "iam_user", "test_of_iam", "user_policy", "group_policy"],
  ...["role_policy", "webidentity_test", "cloud_transition", "cloud_restore", "target_by_bucket", "rgw_restore"],
  // They wait for days of ten seconds, which only Ceph's own servers have.
  ...["lifecycle_expiration", "lifecycle_transition", "storage_class"],
];

/**
 * Runs ceph/s3-tests against the object store of a new installation, or the server that the environment names
 * (s3-server.ts), and prints how many tests of each group pass. Arguments: the path of a checkout, then arguments for
 * pytest.
 */
const [checkout, ...args] = process.argv.slice(2);
if (checkout === undefined)
  throw new Error("Name the path of a checkout of https://github.com/ceph/s3-tests, with its requirements installed.");
const folder = mkdtempSync(join(tmpdir(), "fulmar-s3-tests-"));
const server = await openS3Server();
try {
  const configuration = join(folder, "s3tests.conf");
  writeFileSync(configuration, configurationOf(server));
  const report = join(folder, "report.xml");
  const marks = LEFT_OUT.map((mark) => `not ${mark}`).join(" and ");
  const pytest = spawn(
    PYTHON,
    [
      ...["-m", "pytest", "-q", "-p", "no:cacheprovider", `--timeout=${SECONDS_OF_TEST}`, `--junitxml=${report}`],
      ...(process.env.S3_SERVER === "ceph" ? ["--deselect", ENDS_CEPH] : []),
      ...["--tb=line", "-m", marks, "s3tests/functional/test_s3.py", "s3tests/functional/test_headers.py", ...args],
    ],
    { cwd: resolve(checkout), env: { ...process.env, S3TEST_CONF: configuration }, stdio: "inherit" },
  );
  await once(pytest, "exit");
  console.log(summaryOf(readFileSync(report, "utf8")));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}

function configurationOf({ endpoint, region, main, alt, owners }: S3Server): string {
  const user = (section: string, key: S3Key, id: string, more: Readonly<Record<string, string>> = {}) =>
    sectionOf(section, {
      ...{ display_name: id, user_id: id, email: `${id}@example.com`, api_name: region },
      ...{ access_key: key.access_key_id, secret_key: key.secret_access_key, ...more },
    });
  return [
    sectionOf("DEFAULT", { host: endpoint.hostname, port: endpoint.port, is_secure: "False", ssl_verify: "False" }),
    sectionOf("fixtures", { "bucket prefix": "s3t-{random}-" }),
    user("s3 main", main, owners.main),
    user("s3 alt", alt, owners.alt),
    user("s3 tenant", alt, owners.alt, { tenant: "tenant" }),
    ...["iam", "iam root", "iam alt root"].map((section) => user(section, alt, owners.alt)),
  ].join("\n");
}

function sectionOf(name: string, values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}`);
  return [`[${name}]`, ...lines, ""].join("\n");
}

/** The counts of a JUnit report by group, and the names of the tests that fail. */
function summaryOf(report: string): string {
  const cases = [...report.matchAll(/<testcase [^>]*? name="([^"]+)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g)];
  const outcomes = cases.map(([, name = "", content = ""]) => ({
    name,
    group: groupOf(name),
    outcome: content.includes("<skipped") ? "skipped" : /<(failure|error)/.test(content) ? "failed" : "passed",
    needsAcls: content.includes("AccessControlListNotSupported"),
  }));
  const countsOf = (some: typeof outcomes) => {
    const count = (wanted: string) => some.filter(({ outcome }) => outcome === wanted).length;
    const needAcls = some.filter(({ needsAcls }) => needsAcls).length;
    return { passed: count("passed"), failed: count("failed"), skipped: count("skipped"), needAcls };
  };
  const groups = Map.groupBy(outcomes, ({ group }) => group);
  const { passed, failed, skipped } = countsOf(outcomes);
  return [
    "",
    ...[...groups]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([group, some]) => {
        const counts = countsOf(some);
        const remark = counts.needAcls > 0 ? ` (${counts.needAcls} need access lists)` : "";
        return (
          `${String(counts.passed).padStart(4)} of ${String(counts.passed + counts.failed).padStart(3)}  ` +
          `${group}${remark}`
        );
      }),
    `${passed} passed of ${passed + failed} that ran; ${skipped} skipped.`,
    ...outcomes.filter(({ outcome }) => outcome === "failed").map(({ name, group }) => `failed  ${group}: ${name}`),
  ].join("\n");
}
