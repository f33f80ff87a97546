import type { Product } from "./product.ts";

/** A small client of the REST API, as an integrator would write it. */
export class Client {
  readonly #api: string;
  readonly #product: Pick<Product, "token" | "workspaceId">;

  constructor(api: string, product: Pick<Product, "token" | "workspaceId">) {
    this.#api = api;
    this.#product = product;
  }

  async get<Body>(path: string): Promise<{ status: number; body: Body }> {
    const response = await fetch(this.#url(path), { headers: this.#headers() });
    return { status: response.status, body: (await response.json()) as Body };
  }

  async post<Body>(path: string, key: string, body: unknown): Promise<{ status: number; body: Body }> {
    const response = await fetch(this.#url(path), {
      method: "POST",
      headers: { ...this.#headers(), "content-type": "application/json", "x-idempotency-key": key },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  async patch<Body>(path: string, body: unknown): Promise<{ status: number; body: Body }> {
    const response = await fetch(this.#url(path), {
      method: "PATCH",
      headers: { ...this.#headers(), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  async delete<Body>(path: string, key: string): Promise<{ status: number; body: Body }> {
    const response = await fetch(this.#url(path), {
      method: "DELETE",
      headers: { ...this.#headers(), "x-idempotency-key": key },
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** The first plan and image of the catalog, enough to create a VM. */
  async vmBody(): Promise<{ plan_id: string; template_id: string }> {
    const plans = await this.get<{ plan_id: string }[]>("/compute/plans?type=cloud");
    const images = await this.get<{ template_id: string }[]>("/compute/images");
    const [plan] = plans.body;
    const [image] = images.body;
    if (plan === undefined || image === undefined) throw new Error("the catalog is empty");
    return { plan_id: plan.plan_id, template_id: image.template_id };
  }

  #url(path: string): string {
    return `${this.#api}${path}${path.includes("?") ? "&" : "?"}workspace_id=${this.#product.workspaceId}`;
  }

  #headers() {
    return { authorization: `Bearer ${this.#product.token}` };
  }
}
