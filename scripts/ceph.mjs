// `npm run ceph`: a small Ceph for development, until it is stopped (docs/ceph.md).
import { installPackages } from "./prepare.mjs";
import { phase } from "./progress.mjs";

export async function ceph() {
  await installPackages();
  const { startCeph, whyNoCeph } = await import("../packages/testkit/src/ceph.ts");
  const reason = whyNoCeph();
  if (reason !== undefined) throw new Error(reason);
  const cluster = await phase("Ceph", () => startCeph());
  const { endpoint, accessKeyId, secretAccessKey } = cluster;
  process.stdout.write(
    "fulmar operator region create --name Ceph --region ceph-1 " +
      `--endpoint-url ${endpoint} --access-key ${accessKeyId} --secret-key ${secretAccessKey}\n`,
  );
  const stopped = new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, resolve);
  });
  // Without a timer, Node would end before the signal.
  const wait = setInterval(() => {}, 60_000);
  await stopped;
  clearInterval(wait);
  await phase("Ceph stopped", () => cluster.stop());
}
