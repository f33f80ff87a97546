import type { Api, ApiResponse, RequestOptions, Tenant } from "../api-fixture.ts";

let made = 0;

/** Requests below a tenant's secret stores. */
export function secretsOf(api: () => Api, tenant: () => Tenant = () => api().tenant) {
  const send = (
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    options: RequestOptions = {},
  ): Promise<ApiResponse> =>
    api().request(method, `/secret-store/stores${path}`, {
      token: tenant().token,
      workspaceId: tenant().workspaceId,
      ...options,
    });
  /** Makes a request that must succeed and returns the record. */
  const done = async (response: Promise<ApiResponse>) => {
    const { status, body, text } = await response;
    if (status >= 300) throw new Error(`answered ${status}: ${text}`);
    return body;
  };
  return {
    send,
    done,
    /** Creates a store and returns its id. */
    store: async (): Promise<string> => (await done(send("POST", "", { body: { name: `store ${++made}` } }))).id,
    /** Creates a secret and returns its path below the stores. */
    async secret(storeId: string, body: object = {}): Promise<string> {
      const { id } = await done(
        send("POST", `/${storeId}/secrets`, { body: { key: `key-${++made}`, value: "hidden", ...body } }),
      );
      return `/${storeId}/secrets/${id}`;
    },
    value: (path: string, query: Record<string, string> = {}) => send("GET", `${path}/value`, { query }),
  };
}

/** The id at the end of a path. */
export function idIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
