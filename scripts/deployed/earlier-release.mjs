// The release of an earlier commit, built in a work tree of its own and kept, because a commit does not change.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, phase } from "../progress.mjs";
import { environment, inProject } from "../project.mjs";

/**
 * Builds it unless it was built before.
 * @param named any name of a commit; undefined: the commit before the newest migration, so that an upgrade migrates
 * @returns its archive
 */
export async function earlierRelease(named) {
  const commit = await earlierCommit(named);
  const folder = inProject("node_modules/.cache/fulmar/releases");
  const name = join(folder, `fulmar-${commit}-${process.platform}-${process.arch}`);
  // The checksum is written when the archive is complete.
  if (!existsSync(`${name}.sha256`)) await phase(`Release of ${commit}`, () => build(commit, folder));
  return `${name}.tar.gz`;
}

/**
 * The sources of an earlier commit with their packages, so that its processes can be started. They are kept, because a
 * commit does not change.
 * @param named any name of a commit; undefined: the commit before the newest migration
 * @returns their folder
 */
export async function earlierSources(named) {
  const commit = await earlierCommit(named);
  const { kept } = await import("../../prisma/tools/index.ts");
  return kept(`sources-${commit}`, [process.platform, process.arch, process.version], (folder) =>
    phase(`Sources of ${commit}`, async () => {
      const archive = join(folder, "sources.tar");
      await git("archive", "--format=tar", "--output", archive, commit);
      await command("tar", ["-xf", archive], { cwd: folder, env: environment() });
      rmSync(archive);
      const prepare = "const { installPackages, generateClient } = await import(process.argv[1]);";
      const args = ["--input-type=module", "-e", `${prepare} await installPackages(); await generateClient();`];
      await command(process.execPath, [...args, join(folder, "scripts/prepare.mjs")], {
        cwd: folder,
        env: environment(),
      });
    }),
  );
}

/** The short name of a commit. @param named undefined: the commit before the newest migration */
async function earlierCommit(named) {
  return git("rev-parse", "--short=8", "--verify", `${named ?? (await beforeNewestMigration())}^{commit}`);
}

async function beforeNewestMigration() {
  const newest = await git("log", "-1", "--format=%H", "--diff-filter=A", "--", "prisma/migrations");
  if (newest === "") throw new Error("This copy has no history: name a commit with --from.");
  return `${newest}^`;
}

async function build(commit, folder) {
  const work = mkdtempSync(join(tmpdir(), "fulmar-earlier-"));
  const tree = join(work, "tree");
  await git("worktree", "add", "--detach", tree, commit);
  try {
    const args = [join(tree, "scripts/run.sh"), "release", "--version", commit, "--into", folder];
    // Its own cache of compiled code, not that of this tree.
    await command("sh", args, { cwd: tree, env: environment({ NODE_COMPILE_CACHE: join(work, "compiled") }) });
  } finally {
    await git("worktree", "remove", "--force", tree);
    rmSync(work, { recursive: true, force: true });
  }
}

async function git(...args) {
  return (await command("git", args, { cwd: inProject(), env: environment() })).trim();
}
