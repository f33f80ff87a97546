import {
  type Operation,
  type OperationById,
  operationById,
  type PublicOperationId,
  type VmStatus,
} from "@fulmar/contract";
import type { z } from "zod";
import type { Api, ApiResponse, RequestOptions, Tenant } from "../api-fixture.ts";
import { settleVolume } from "../settled-volume.ts";

/** The operations to which `npm test -- --changed` limits the tables over all operations. Empty: all. */
export const CHOSEN: readonly string[] = process.env.FULMAR_TEST_OPERATIONS?.split(",").filter(Boolean) ?? [];

type Part<Name extends string, Schema extends z.ZodType> =
  Record<never, never> extends z.input<Schema>
    ? { readonly [Key in Name]?: z.input<Schema> }
    : { readonly [Key in Name]: z.input<Schema> };

/** A valid request of one operation: params, query and body. */
export type ExampleRequest<Id extends PublicOperationId> = Part<"params", OperationById<Id>["params"]> &
  Part<"query", OperationById<Id>["query"]> &
  Part<"body", OperationById<Id>["body"]>;

/** A request of any operation, without static types. */
export interface AnyRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One workspace of a tenant, in which examples create what they need through the API itself. */
export class ExampleFixture {
  readonly api: Api;
  readonly tenant: Tenant;
  readonly workspaceId: string;
  static readonly #numbers = new Map<string, number>();

  constructor(api: Api, tenant: Tenant, workspaceId = tenant.workspaceId) {
    this.api = api;
    this.tenant = tenant;
    this.workspaceId = workspaceId;
  }

  /** The fixtures of the database take only higher numbers: rows that it has been created with have the others. */
  static countFrom(databaseUrl: string, number: number): void {
    ExampleFixture.#numbers.set(databaseUrl, number);
  }

  /**
   * A number that no other fixture of this database gets. Each file has its own database, so the numbers do not depend
   * on other files.
   */
  number(): number {
    const number = (ExampleFixture.#numbers.get(this.api.databaseUrl) ?? 0) + 1;
    ExampleFixture.#numbers.set(this.api.databaseUrl, number);
    return number;
  }

  /** A name that is unique in this database. */
  name(): string {
    return `example-${this.number()}`;
  }

  /** Makes a request that must succeed and returns its answer. */
  async make<Id extends PublicOperationId>(
    id: Id,
    request: ExampleRequest<Id>,
  ): Promise<z.output<OperationById<Id>["output"]>> {
    const response = await this.makeAny(operationById(id) as unknown as Operation, request as AnyRequest);
    return response.body;
  }

  /** The same without static types. */
  async makeAny(operation: Operation, request: AnyRequest): Promise<ApiResponse> {
    const response = await this.send(operation, request);
    if (response.status !== operation.success)
      throw new Error(`${operation.id} answered ${response.status}: ${response.text}`);
    return response;
  }

  /** Sends a request of an operation; `options` override parts of it. */
  send(operation: Operation, request: AnyRequest, options: RequestOptions = {}): Promise<ApiResponse> {
    const path = pathOf(operation, request.params ?? {});
    const query = Object.fromEntries(Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]));
    const { token, workspaceId } = this;
    return this.api.request(operation.method, path, {
      token,
      workspaceId,
      ...(request.body !== undefined && { body: request.body }),
      ...options,
      query: { ...query, ...options.query },
    });
  }

  get token(): string {
    return this.tenant.token;
  }

  /** Creates a VM as if a worker had carried out its create and moved it to the status. These tests run no worker. */
  async vm(status: "running" | "stopped" = "running", kind: "cloudVm" | "gpuVm" = "cloudVm"): Promise<string> {
    const accepted =
      kind === "cloudVm"
        ? await this.make("cloudVm.create", {
            body: { name: this.name(), plan_id: "plan-small", template_id: "debian-13", site_id: SITE },
          })
        : await this.make("gpuVm.create", {
            body: { name: this.name(), plan_id: "plan-gpu-l4-1", template_id: "debian-13" },
          });
    await this.settle(accepted.operation_id, accepted.vm_id, status);
    return accepted.vm_id;
  }

  /** Creates a VM that was deleted and that its workspace keeps, as a worker leaves it. */
  async keptVm(kind: "cloudVm" | "gpuVm" = "cloudVm"): Promise<string> {
    const vmId = await this.vm("stopped", kind);
    await this.api.database.pool.query(
      `UPDATE vm
          SET status = 'deleted', deleted_at = now(), restorable_until = now() + interval '1 day',
              kept_links = '{"running":true,"volumes":[]}' WHERE vm_id = $1`,
      [vmId],
    );
    return vmId;
  }

  /** Creates a volume that was deleted and that its workspace keeps. */
  async keptVolume(): Promise<string> {
    const volume_id = await this.volume();
    await this.api.database.pool.query(
      `UPDATE volume SET status = 'deleting', deleted_at = now(), restorable_until = now() + interval '1 day'
         WHERE volume_id = $1`,
      [volume_id],
    );
    return volume_id;
  }

  /** Creates a volume in the state that a worker leaves. */
  async volume(site_id: string = SITE): Promise<string> {
    const { volume_id } = await this.make("volume.create", { body: { name: this.name(), size_gb: 10, site_id } });
    await this.settleVolume(volume_id);
    return volume_id;
  }

  /** Creates a volume that is attached to a VM, in the state that a worker leaves. */
  async attachedVolume(vm_id: string, site_id: string = SITE): Promise<string> {
    const volume_id = await this.volume(site_id);
    await this.make("volume.attach", { params: { volume_id }, body: { vm_id } });
    await this.settleVolume(volume_id);
    return volume_id;
  }

  settleVolume(volumeId: string): Promise<void> {
    return settleVolume(this.api.database, volumeId);
  }

  async settle(operationId: string, vmId: string, status: VmStatus): Promise<void> {
    const { pool } = this.api.database;
    await pool.query("UPDATE vm SET status = $2::vm_status, operation_id = NULL WHERE vm_id = $1", [vmId, status]);
    await pool.query(
      "UPDATE operation SET status = 'succeeded', finished_at = now(), updated_at = now() WHERE operation_id = $1",
      [operationId],
    );
  }
}

/** The site of all examples, so that their resources can be combined. */
export const SITE = "site-ams-1";

/** The path of a request below /v1. */
export function pathOf(operation: Operation, params: Readonly<Record<string, unknown>>): string {
  return operation.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
