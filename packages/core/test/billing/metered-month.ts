// A random month of an installation, to verify metering. Changes of resources are written to their tables and also
// recorded here, so that their cost can be computed without the database.
import type { Database, Prisma } from "@fulmar/prisma";

export const HOUR_MS = 3_600_000;

/** One charge: from and until in milliseconds. `until` is undefined while it is open. */
export interface Period {
  readonly workspaceId: bigint;
  readonly resourceId: string;
  readonly skuCode: string;
  readonly quantity: number;
  readonly from: number;
  until?: number;
}

type Due = readonly (readonly [skuCode: string, quantity: number])[];

/** Pseudo-random numbers that are the same in every run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Resource {
  readonly id: string;
  readonly workspaceId: bigint;
  readonly kind: "vm" | "volume" | "bucket";
  due: Due;
  lost: boolean;
}

/** Resources that are created, changed and deleted, and the charges of each. */
export class World {
  readonly periods: Period[] = [];
  readonly #database: Database;
  readonly #random: (below: number) => number;
  readonly #living: Resource[] = [];
  #made = 0;

  constructor(database: Database, random: (below: number) => number) {
    this.#database = database;
    this.#random = random;
  }

  /** Changes one resource of the workspace. */
  async happen(workspaceId: bigint, moment: number): Promise<void> {
    const own = this.#living.filter((resource) => resource.workspaceId === workspaceId);
    const resource = own[this.#random(own.length + 2)];
    if (resource === undefined) return this.#create(workspaceId, moment);
    const what = this.#random(4);
    if (what === 0) return this.#remove(resource, moment);
    if (resource.kind === "bucket") return;
    if (resource.kind === "vm" && what === 1) return this.#loseOrFind(resource, moment);
    if (resource.lost) return;
    return resource.kind === "vm" ? this.#changeVm(resource, moment) : this.#growVolume(resource, moment);
  }

  async #create(workspaceId: bigint, moment: number) {
    const kind = (["vm", "volume", "bucket"] as const)[this.#random(3)] ?? "vm";
    const id = `${kind}-${++this.#made}`;
    const shared = { workspace_id: workspaceId, name: id };
    const disk_gb = 25 + this.#random(2) * this.#random(100);
    const size_gb = 1 + this.#random(500);
    await this.#at(moment, async (prisma) => {
      if (kind === "vm")
        await prisma.vm.create({
          data: { ...shared, vm_id: id, type: "cloud", status: "running", disk_gb, ...MACHINE, plan_id: "plan-nano" },
        });
      if (kind === "volume")
        await prisma.volume.create({
          data: { ...shared, volume_id: id, status: "available", size_gb, type: "nvme", site_id: "site-ams-1" },
        });
      if (kind === "bucket")
        await prisma.bucket.create({
          data: { ...shared, bucket_id: id, region: "eu-west-1", is_public: false, bucket_lock_enabled: false },
        });
    });
    const plan = await this.#database.prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-nano" } });
    const due: Due =
      kind === "vm"
        ? [
            [plan.sku_code, 1],
            ["disk.root", disk_gb - plan.disk_gb],
          ]
        : kind === "volume"
          ? [["volume.nvme", size_gb]]
          : [["bucket.standard", 1]];
    const resource: Resource = { id, workspaceId, kind, due: [], lost: false };
    this.#living.push(resource);
    this.#charge(resource, due, moment);
  }

  async #changeVm(resource: Resource, moment: number) {
    const plans = await this.#database.prisma.plan.findMany({ where: { type: "cloud" }, orderBy: { position: "asc" } });
    const plan = plans[this.#random(3)];
    if (plan === undefined) throw new Error("the catalog has fewer plans than this needs");
    const vm = await this.#database.prisma.vm.findUniqueOrThrow({ where: { vm_id: resource.id } });
    const disk_gb = Math.max(vm.disk_gb, plan.disk_gb) + this.#random(2) * 10;
    const status = vm.status === "running" ? "stopped" : "running";
    await this.#at(moment, (prisma) =>
      prisma.vm.update({ where: { vm_id: resource.id }, data: { plan_id: plan.plan_id, disk_gb, status } }),
    );
    this.#charge(
      resource,
      [
        [plan.sku_code, 1],
        ["disk.root", disk_gb - plan.disk_gb],
      ],
      moment,
    );
  }

  async #growVolume(resource: Resource, moment: number) {
    const size_gb = (resource.due[0]?.[1] ?? 0) + 1 + this.#random(100);
    const where = { workspace_id_volume_id: { workspace_id: resource.workspaceId, volume_id: resource.id } };
    await this.#at(moment, (prisma) => prisma.volume.update({ where, data: { size_gb } }));
    this.#charge(resource, [["volume.nvme", size_gb]], moment);
  }

  /** Loses or restores a VM's instance. Nothing is charged while it is lost. */
  async #loseOrFind(resource: Resource, moment: number) {
    resource.lost = !resource.lost;
    const status = resource.lost ? "error" : "running";
    const vm = await this.#at(moment, (prisma) =>
      prisma.vm.update({ where: { vm_id: resource.id }, data: { status }, include: { plan: true } }),
    );
    this.#charge(
      resource,
      resource.lost
        ? []
        : [
            [vm.plan.sku_code, 1],
            ["disk.root", vm.disk_gb - vm.plan.disk_gb],
          ],
      moment,
    );
  }

  async #remove(resource: Resource, moment: number) {
    const { id, kind, workspaceId: workspace_id } = resource;
    await this.#at(moment, async (prisma) => {
      if (kind === "vm")
        await prisma.vm.update({ where: { vm_id: id }, data: { status: "deleted", deleted_at: new Date(moment) } });
      if (kind === "volume")
        await prisma.volume.updateMany({
          where: { workspace_id, volume_id: id },
          data: { status: "deleting", deleted_at: new Date(moment) },
        });
      if (kind === "bucket") await prisma.bucket.deleteMany({ where: { workspace_id, bucket_id: id } });
    });
    this.#living.splice(this.#living.indexOf(resource), 1);
    this.#charge(resource, [], moment);
  }

  #charge(resource: Resource, due: Due, moment: number) {
    const { id: resourceId, workspaceId } = resource;
    for (const period of this.periods) {
      const goesOn = due.some(([sku, quantity]) => sku === period.skuCode && quantity === period.quantity);
      if (period.resourceId === resourceId && period.until === undefined && !goesOn) period.until = moment;
    }
    for (const [skuCode, quantity] of due) {
      const open = this.periods.some(
        (period) => period.resourceId === resourceId && period.skuCode === skuCode && period.until === undefined,
      );
      if (quantity > 0 && !open) this.periods.push({ workspaceId, resourceId, skuCode, quantity, from: moment });
    }
    resource.due = due;
  }

  /** Makes a change now, and moves the charges that it began and ended to its nominal time. */
  #at<Result>(moment: number, work: (prisma: Prisma.TransactionClient) => Promise<Result>): Promise<Result> {
    return this.#database.prisma.$transaction(async (prisma) => {
      const result = await work(prisma);
      for (const column of ["charged_from", "charged_until"]) {
        const text = `UPDATE charge SET ${column} = $1 WHERE ${column} >= date_trunc('milliseconds', now())`;
        await prisma.$executeRawUnsafe(text, new Date(moment));
      }
      return result;
    });
  }
}

const MACHINE = {
  site_id: "site-ams-1",
  template_id: "debian-13",
  cpu: 1,
  ram_mb: 1024,
  os_type: "linux",
  os_distro: "debian",
};
