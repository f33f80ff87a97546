import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { CreatedAccessKey, StorageRegion } from "@fulmar/sdk";
import { Command, Option } from "commander";
import { connect } from "./contexts.ts";
import { environment } from "./environment.ts";
import { NotFoundError, UsageError } from "./failure.ts";
import type { GlobalOptions } from "./output.ts";

interface S3Options extends GlobalOptions {
  readonly name: string;
  readonly permission: "read" | "write" | "read_write";
  readonly bucket?: readonly string[];
  readonly region?: string;
  readonly profile?: string;
}

/** `fulmar s3 configure`: makes an access key, and what the AWS CLI and SDKs need to use it. */
export function s3Command(): Command {
  const configure = new Command("configure")
    .description("Make an access key; print its environment, or write it to a profile of the AWS CLI and SDKs")
    .option("--name <name>", "the name of the access key", "fulmar s3 configure")
    .addOption(
      new Option("--permission <what>", "what it may").choices(["read", "write", "read_write"]).default("read_write"),
    )
    .option("--bucket <name>", "a bucket that it is for. May be repeated.", (item, items: readonly string[] = []) => [
      ...items,
      item,
    ])
    .option("--region <region>", "by default the first")
    .option("--profile <name>", "the profile to write, in place of printing the environment");
  configure.action(async () => {
    const options = configure.optsWithGlobals<S3Options>();
    if (options.profile !== undefined) assertFree(options.profile);
    const client = connect(options);
    const regions = await client.region.list().toArray();
    const region = regions.find((each) => each.region === (options.region ?? each.region));
    if (region === undefined) throw new NotFoundError(`There is no region ${options.region ?? ""}.`);
    const key = await client.accessKey.create({
      name: options.name,
      permission: options.permission,
      bucket_names: options.bucket === undefined ? undefined : [...options.bucket],
    });
    if (options.profile === undefined) process.stdout.write(exports(key, region));
    else writeProfile(options.profile, key, region);
  });
  return new Command("s3").description("configure").helpCommand(false).addCommand(configure);
}

function exports(
  { access_key_id, secret_access_key }: CreatedAccessKey,
  { region, endpoint_url }: StorageRegion,
): string {
  const variables = {
    AWS_ACCESS_KEY_ID: access_key_id,
    AWS_SECRET_ACCESS_KEY: secret_access_key,
    AWS_REGION: region,
    ...(endpoint_url !== null && { AWS_ENDPOINT_URL_S3: endpoint_url }),
  };
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join("");
}

function files() {
  const { AWS_SHARED_CREDENTIALS_FILE, AWS_CONFIG_FILE } = environment();
  return {
    credentials: AWS_SHARED_CREDENTIALS_FILE ?? join(homedir(), ".aws", "credentials"),
    config: AWS_CONFIG_FILE ?? join(homedir(), ".aws", "config"),
  };
}

/** An existing profile is never changed: it may be the only place that has its secret. */
function assertFree(profile: string): void {
  if (!/^[\w.-]+$/.test(profile)) throw new UsageError("--profile must consist of letters, digits, '.', '_' and '-'.");
  for (const file of Object.values(files()))
    if (new RegExp(`^\\[(?:profile )?${profile.replaceAll(".", "\\.")}\\]`, "m").test(contentOf(file)))
      throw new UsageError(`${file} has a profile ${profile}; choose another name.`);
}

function writeProfile(profile: string, key: CreatedAccessKey, { region, endpoint_url }: StorageRegion): void {
  const { credentials, config } = files();
  append(credentials, [
    `[${profile}]`,
    `aws_access_key_id = ${key.access_key_id}`,
    `aws_secret_access_key = ${key.secret_access_key}`,
  ]);
  append(config, [
    `[${profile === "default" ? profile : `profile ${profile}`}]`,
    `region = ${region}`,
    ...(endpoint_url === null ? [] : [`endpoint_url = ${endpoint_url}`]),
  ]);
  process.stderr.write(`The profile ${profile} is in ${credentials} and ${config}.\n`);
}

function append(file: string, section: readonly string[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const before = contentOf(file);
  const gap = before === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  writeFileSync(file, `${gap}${section.join("\n")}\n`, { flag: "a", mode: 0o600 });
  chmodSync(file, 0o600);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
