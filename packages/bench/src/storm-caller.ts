import { randomUUID } from "node:crypto";
import type { Client } from "./client.ts";

const STEPS = [
  "attach-volume",
  "boot-restored-instance",
  "capture-volumes",
  "copy-volumes",
  "grow-root-disk",
  "grow-volume",
  "resize-instance",
  "restore-volumes",
];
const PLANS = ["plan-nano", "plan-small", "plan-medium", "plan-large"];
const SITE = "site-ams-1";
const MOST_VMS = 20;
const MOST_VOLUMES = 20;

interface Answer {
  readonly code?: string;
  readonly operation_id?: string;
  readonly vm_id?: string;
  readonly volume_id?: string;
}

/**
 * Sends arbitrary requests to one workspace, valid or not at the moment. Concurrent callers share the resources that
 * they created.
 */
export class StormCaller {
  /** How many answers had each status. */
  readonly answers = new Map<number, number>();
  readonly #client: Client;
  readonly #vms: string[] = [];
  readonly #volumes: string[] = [];
  readonly #operations: string[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  /** Sends one or two requests. */
  async act(): Promise<void> {
    const vm = `/compute/cloud-vms/${oneOf(this.#vms)}`;
    const volumeId = oneOf(this.#volumes);
    const volume = `/block-storage/volumes/${volumeId}`;
    await oneOf([
      () => this.#createVm(volumeId),
      () => this.#createVolume({ size_gb: 1 + below(20) }),
      () => this.#post(`${vm}/start`),
      () => this.#post(`${vm}/stop`, { force: chance(0.5) }),
      () => this.#post(`${vm}/reboot`),
      () => this.#post(`${vm}/resize-plan`, { plan_id: oneOf(PLANS) }),
      () => this.#post(`${vm}/resize-root-disk`, { disk_gb: 20 + below(400) }),
      () => this.#post(`${vm}/rebuild`),
      () => this.#post(`${vm}/rescue`, { enabled: chance(0.5) }),
      () => this.#post(`${vm}/update-access`, { password: "Correct-Horse-9" }),
      () => this.#post(`${vm}/volumes/${volumeId}/attach`),
      () => this.#post(`${vm}/volumes/${volumeId}/detach`),
      () => this.#post(`${volume}/attach`, { vm_id: oneOf(this.#vms) ?? "none" }),
      () => this.#post(`${volume}/detach`),
      () => this.#post(`${volume}/resize`, { size_gb: 10 + below(100) }),
      () => this.#post(`${volume}/snapshots`, { name: newName("copy") }),
      () => this.#fromSnapshot(volume),
      () => this.#post(`${vm}/snapshots`, { name: newName("snapshot") }),
      () => this.#post(`${vm}/backups`),
      () => this.#post(`${vm}/backups/${chance(0.6) ? "enable" : "disable"}`),
      () => this.#restore(vm),
      () => this.#restore(vm),
      () => this.#post(`/compute/operations/${oneOf(this.#operations.slice(-8))}/cancel`),
      () => this.#delete(chance(0.3) ? vm : `${volume}?force=${chance(0.6)}`),
    ])?.();
  }

  async #createVm(volumeId: string | undefined): Promise<void> {
    if (this.#vms.length >= MOST_VMS) this.#vms.splice(0, 5);
    const volume_ids = volumeId !== undefined && chance(0.3) ? [volumeId] : [];
    const { vm_id } = await this.#post("/compute/cloud-vms", {
      name: newName("vm"),
      plan_id: oneOf(PLANS),
      template_id: "debian-13",
      site_id: SITE,
      volume_ids,
    });
    if (vm_id !== undefined) this.#vms.push(vm_id);
  }

  async #createVolume(body: object): Promise<void> {
    if (this.#volumes.length >= MOST_VOLUMES) this.#volumes.splice(0, 5);
    const { volume_id } = await this.#post("/block-storage/volumes", {
      name: newName("volume"),
      site_id: SITE,
      ...body,
    });
    if (volume_id !== undefined) this.#volumes.push(volume_id);
  }

  async #fromSnapshot(volume: string): Promise<void> {
    const { status, body } = await this.#client.get<{ snapshot_id: string; size_gb: number }[]>(`${volume}/snapshots`);
    const snapshot = status === 200 ? oneOf(body) : undefined;
    if (snapshot === undefined) return;
    if (chance(0.5)) await this.#delete(`${volume}/snapshots/${snapshot.snapshot_id}`);
    else await this.#createVolume({ size_gb: snapshot.size_gb, snapshot_id: snapshot.snapshot_id });
  }

  /** Restores a snapshot or a backup, entirely or only its root volume, or deletes it. */
  async #restore(vm: string): Promise<void> {
    const points = chance(0.5) ? await this.#points(`${vm}/snapshots`) : await this.#points(`${vm}/backups`);
    const point = oneOf(points);
    if (point === undefined) return;
    if (chance(0.35)) await this.#delete(point.path);
    else await this.#post(`${point.path}/restore`, chance(0.5) ? {} : { volume_ids: [point.rootId] });
  }

  async #points(path: string): Promise<{ path: string; rootId: string }[]> {
    interface Point {
      readonly snapshot_set_id?: string;
      readonly backup_id?: string;
      readonly volume_manifest: readonly { readonly source_volume_id: string }[];
    }
    const { status, body } = await this.#client.get<Point[] | { readonly snapshots: Point[] }>(path);
    if (status !== 200) return [];
    const points = Array.isArray(body) ? body : body.snapshots;
    return points.map(({ snapshot_set_id, backup_id, volume_manifest }) => ({
      path: `${path}/${snapshot_set_id ?? backup_id}`,
      rootId: volume_manifest[0]?.source_volume_id ?? "none",
    }));
  }

  async #post(path: string, body: object = {}): Promise<Answer> {
    const answer = await this.#client.post<Answer>(path, randomUUID(), body);
    this.#count(answer.status, answer.body);
    return answer.body;
  }

  async #delete(path: string): Promise<void> {
    const answer = await this.#client.delete<Answer>(path, randomUUID());
    this.#count(answer.status, answer.body);
  }

  #count(status: number, { operation_id }: Answer): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (status === 202 && operation_id !== undefined) this.#operations.push(operation_id);
  }
}

/** Some resources are slow, and some fail at a step: their names make the simulated provider do that. */
function newName(kind: string): string {
  const slow = chance(0.4) ? `slow-${below(800)}--` : "";
  const fails = chance(0.1) ? `fail-at-${oneOf(STEPS)}--` : "";
  return `${slow}${fails}${kind}-${randomUUID().slice(0, 8)}`;
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}
function chance(probability: number): boolean {
  return Math.random() < probability;
}
function oneOf<Item>(items: readonly Item[]): Item | undefined {
  return items[below(items.length)];
}
