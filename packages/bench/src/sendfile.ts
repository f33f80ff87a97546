import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@fulmar/prisma/server";
import { until } from "./product.ts";

const PROGRAM = "/usr/sbin/nginx";
const START_MS = 20_000;

/**
 * Starts an nginx that sends the files of a folder by `sendfile` and does nothing else. The caller ends its process.
 * @returns undefined where there is no nginx
 */
export async function startSendfile(
  root: string,
): Promise<{ readonly endpoint: string; readonly pid: number } | undefined> {
  if (!existsSync(PROGRAM)) return undefined;
  const port = await freePort();
  const own = mkdtempSync(join(root, "nginx-"));
  const file = join(own, "nginx.conf");
  // A worker of another user could not pass through the folders of the benchmark.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${own}/temp;`,
  );
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 2; pid ${own}/nginx.pid; error_log stderr error; events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; types {} default_type application/octet-stream; ${temporary.join(" ")}
 server { listen 127.0.0.1:${port}; root ${root}; } }`,
  );
  const child = spawn(PROGRAM, ["-p", own, "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
  const { pid } = child;
  if (pid === undefined) throw new Error("nginx did not start");
  const endpoint = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(endpoint).catch(() => null)) !== null, "nginx to listen", START_MS);
  return { endpoint, pid };
}
