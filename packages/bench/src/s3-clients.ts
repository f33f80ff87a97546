import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chosen } from "./chosen.ts";
import { awsCli } from "./s3-clients/aws-cli.ts";
import { boto3 } from "./s3-clients/boto3.ts";
import type { Check, Client } from "./s3-clients/client.ts";
import { minioClient } from "./s3-clients/minio-client.ts";
import { rclone } from "./s3-clients/rclone.ts";
import { restic } from "./s3-clients/restic.ts";
import { s3cmd } from "./s3-clients/s3cmd.ts";
import { s3fs } from "./s3-clients/s3fs.ts";
import { openS3Server, type S3Server } from "./s3-server.ts";

const BIG_BYTES = 20 * 1024 * 1024;
const CHECK_MS = 300_000;
/** Succeeds where a command fails. Bash does not end a script at a failing "!". */
const REFUSED = 'refused() { if "$@"; then return 1; fi; }';
const clients: Readonly<Record<string, Client>> = {
  ...{ "aws-cli": awsCli, boto3, rclone, s3cmd, restic, s3fs, mc: minioClient },
};

/**
 * Runs the checks of all clients, or of the named ones, against the object store of a new installation or the server
 * that the environment names (s3-server.ts). Clients that are not installed are left out. Exit code 1 when a check
 * fails.
 */
const server = await openS3Server();
const counts: string[] = [];
try {
  for (const client of chosen(clients, process.argv.slice(2))) counts.push(await countOf(client, server));
} finally {
  await server.stop();
}
console.log(["", ...counts].join("\n"));

async function countOf(client: Client, to: S3Server): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-s3-clients-"));
  try {
    fill(folder, to);
    const environment = environmentOf(folder, to);
    const missing = await run(folder, environment, { name: "installed", script: client.installed });
    if (missing !== undefined) {
      console.log(`left out  ${client.name}: it is not installed, or cannot run here (${client.installed})`);
      return `${client.name}: left out`;
    }
    let passed = 0;
    for (const check of client.checks) {
      const why = await run(folder, environment, check);
      console.log(`${why === undefined ? "passes" : "FAILS "}  ${client.name}: ${check.name}`);
      if (why === undefined) passed++;
      else {
        console.log(why);
        process.exitCode = 1;
      }
    }
    return `${client.name}: ${passed} of ${client.checks.length}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the files that scripts use, and the configurations of clients that have no variables for them. */
function fill(folder: string, { endpoint, region, main }: S3Server): void {
  mkdirSync(join(folder, "tree", "folder"), { recursive: true });
  writeFileSync(join(folder, "small.txt"), "a small file\n");
  writeFileSync(join(folder, "big.bin"), randomBytes(BIG_BYTES));
  writeFileSync(join(folder, "tree", "one.txt"), "one\n");
  writeFileSync(join(folder, "tree", "a name with spaces + ü.txt"), "two\n");
  writeFileSync(join(folder, "tree", "folder", "three.txt"), "three\n");
  writeFileSync(
    join(folder, ".s3cfg"),
    [
      "[default]",
      ...[`access_key = ${main.access_key_id}`, `secret_key = ${main.secret_access_key}`],
      ...[`host_base = ${endpoint.host}`, `host_bucket = ${endpoint.host}`, `bucket_location = ${region}`],
      `use_https = ${endpoint.protocol === "https:" ? "True" : "False"}`,
    ].join("\n"),
  );
}

function environmentOf(folder: string, { endpoint, region, main }: S3Server): Record<string, string> {
  const bucket = `clients-${randomBytes(4).toString("hex")}`;
  const { access_key_id: id, secret_access_key: secret } = main;
  return {
    ...{ HOME: folder, B: bucket, ENDPOINT: endpoint.origin, HOST: endpoint.host, REGION: region },
    ...{ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_DEFAULT_REGION: region },
    ...{ AWS_ENDPOINT_URL: endpoint.origin, AWS_EC2_METADATA_DISABLED: "true", AWS_PAGER: "" },
    ...{ RCLONE_CONFIG_S3_TYPE: "s3", RCLONE_CONFIG_S3_PROVIDER: "Other", RCLONE_CONFIG_S3_ENDPOINT: endpoint.origin },
    ...{ RCLONE_CONFIG_S3_REGION: region, RCLONE_CONFIG_S3_ACCESS_KEY_ID: id },
    RCLONE_CONFIG_S3_SECRET_ACCESS_KEY: secret,
    ...{ RESTIC_REPOSITORY: `s3:${endpoint.origin}/${bucket}`, RESTIC_PASSWORD: "checks" },
    PYTHON: process.env.S3TESTS_PYTHON ?? "python3",
    MC_HOST_s3: `${endpoint.protocol}//${id}:${secret}@${endpoint.host}`,
  };
}

/** @returns what a failed check printed last; undefined if it passed */
async function run(
  folder: string,
  environment: Readonly<Record<string, string>>,
  { script }: Check,
): Promise<string | undefined> {
  const child = spawn("bash", ["-euo", "pipefail", "-c", `${REFUSED}\n${script}`], {
    cwd: folder,
    // A bundle of authorities for AWS's own clients would stop rclone.
    env: { ...process.env, AWS_CA_BUNDLE: undefined, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: CHECK_MS,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-2000);
    });
  const [code] = await once(child, "close");
  if (code === 0) return undefined;
  const last = output.trim().split("\n").slice(-5).join("\n          ");
  return `          ${last === "" ? "It printed nothing." : last}`;
}
