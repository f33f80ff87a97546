import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true });

/** Creates a VM with a backup of its root disk, by default also at its provider. */
async function backup(backup_id: string, { atProvider = true, status = "succeeded" as const } = {}) {
  const { prisma, pool } = cli().database;
  const { workspace_id } = await prisma.workspace.findFirstOrThrow();
  const vm_id = `vm_of_${backup_id}`;
  const size = { cpu: 1, ram_mb: 1024, disk_gb: 20 };
  const offer = {
    plan_id: "plan-nano",
    template_id: "debian-13",
    site_id: "site-ams-1",
    os_type: "linux",
    os_distro: "debian",
  };
  await prisma.vm.create({
    data: { vm_id, workspace_id, name: vm_id, type: "cloud", status: "running", ...size, ...offer },
  });
  const taken = {
    type: "full" as const,
    chain_id: backup_id,
    trigger: "manual" as const,
    storage_backend: "simulated",
    source_disk_size_gb: 20,
  };
  await prisma.backup.create({
    data: { backup_id, workspace_id, vm_id, status, finished_at: new Date("2026-11-21T12:00:00Z"), ...taken },
  });
  if (!atProvider) return;
  const insert = `INSERT INTO simulated.backup (backup_id, volume_id, vm_id, content, size_bytes)
       VALUES ($1, $2, $3, 'what was on the disk', 1)`;
  await pool.query(insert, [backup_id, vm_id.replace(/^vm_/, "root_"), vm_id]);
}

test("backup export writes an archive with correct checksums and overwrites only with --force", async () => {
  await backup("bkp_one");
  const file = join(cli().dataDir, "one.tar");
  writeFileSync(file, "something else");
  const command = ["admin", "backup", "export", "--backup", "bkp_one", "--file", file];
  const refused = await cli().fulmar(command);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("use --force to replace it")]);
  expect(readFileSync(file, "utf8")).toBe("something else");

  const { sha256, bytes } = await cli().answer([...command, "--force"]);
  const archive = readFileSync(file);
  expect([sha256, bytes]).toEqual([createHash("sha256").update(archive).digest("hex"), String(archive.length)]);
  execFileSync("tar", ["xf", file], { cwd: cli().dataDir });
  const content = readFileSync(join(cli().dataDir, "root.txt"));
  expect(content.toString()).toBe("what was on the disk");
  expect(JSON.parse(readFileSync(join(cli().dataDir, "manifest.json"), "utf8"))).toMatchObject({
    format: "fulmar-backup/1",
    backup_id: "bkp_one",
    taken_at: "2026-11-21T12:00:00.000Z",
    files: [
      {
        file: "root.txt",
        role: "root",
        size_bytes: content.length,
        sha256: createHash("sha256").update(content).digest("hex"),
      },
    ],
  });
  expect((await cli().answer([...command, "--force"])).sha256).toBe(sha256);
});

test("a failed backup export leaves no file", async () => {
  const file = join(cli().dataDir, "none.tar");
  await backup("bkp_lost", { atProvider: false });
  for (const [id, sentence] of [
    ["bkp_none", "There is no such backup"],
    ["bkp_lost", "no longer has this backup"],
  ]) {
    const { code, stderr } = await cli().fulmar(["admin", "backup", "export", "--backup", id ?? "", "--file", file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence ?? "")]);
    expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false]);
  }
});

test("an interrupted backup export says so, leaves no file and listens no more", async () => {
  await backup("bkp_long");
  const { fulmar, dataDir, database } = cli();
  const file = join(dataDir, "long.tar");
  const signals = new EventEmitter();
  const locker = await database.pool.connect();
  // The site answers once the table is free, so the signal comes in the middle of the export.
  await locker.query("BEGIN; LOCK TABLE simulated.backup");
  const exported = fulmar(["admin", "backup", "export", "--backup", "bkp_long", "--file", file], {}, { signals });
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
  signals.emit("SIGINT");
  await locker.query("ROLLBACK");
  locker.release();
  expect(await exported).toEqual({ code: 1, stdout: "", stderr: "The export was interrupted; no file was left.\n" });
  expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false]);
  expect(signals.eventNames()).toEqual([]);
});
