import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** The access data that a developer or a script starts with. */
const Credentials = z.strictObject({
  /** Ends in /v1. */
  api_url: z.string(),
  console_url: z.string(),
  email: z.string(),
  password: z.string().min(10),
  /** A token with every scope for the entire organization. */
  token: z.string(),
  workspace_id: z.string(),
  organization_id: z.string(),
});
export type Credentials = z.infer<typeof Credentials>;

export function credentialsPath(dataDir: string): string {
  return join(dataDir, "dev-credentials.json");
}

/** Reads the file; undefined when it is absent or has other content. */
export function readCredentials(path: string): Credentials | undefined {
  try {
    return Credentials.safeParse(JSON.parse(readFileSync(path, "utf8"))).data;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error && error.code === "ENOENT"))
      return undefined;
    throw error;
  }
}

/** Replaces the file atomically, readable by its owner alone. */
export function writeCredentials(path: string, credentials: Credentials): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, path);
}
