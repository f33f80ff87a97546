// `npm run chart`: renders the Helm chart and checks it against the schemas of Kubernetes.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

const chart = inProject("deploy/helm/fulmar");
const versions = ["1.28.0", "1.33.0", "1.37.0"];
/** Each has everything on that another has off. */
const variants = {
  default: [],
  "without object store and policy": ["--set", "objectStore.enabled=false", "--set", "networkPolicy.enabled=false"],
};
const programs = {
  helm: "`go install helm.sh/helm/v3/cmd/helm@v3.16.4`",
  "kubernetes-validate": "`pip install kubernetes-validate==1.37.0`",
};

/** Returns the exit code; undefined where a program is missing, after printing how to get it. */
export async function checkChart() {
  for (const [name, install] of Object.entries(programs)) {
    if ((process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)))) continue;
    process.stderr.write(`  – Skipped: the Helm chart. There is no ${name} in PATH: ${install}.\n`);
    return undefined;
  }
  const run = (program, ...args) => command(program, args, { cwd: inProject(), env: environment() });
  const folder = mkdtempSync(join(tmpdir(), "fulmar-chart-"));
  try {
    await phase("helm lint", () => run("helm", "lint", "--strict", chart));
    for (const [name, flags] of Object.entries(variants)) {
      for (const version of versions) {
        const file = join(folder, "rendered.yaml");
        await phase(`Kubernetes ${version}, ${name}`, async () => {
          writeFileSync(file, await run("helm", "template", "fulmar", chart, "--kube-version", version, ...flags));
          await run("kubernetes-validate", "--strict", "-k", version, file);
        });
      }
    }
    return 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
