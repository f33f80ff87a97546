import { randomUUID } from "node:crypto";
import type { Send } from "@fulmar/testkit/stack";
import type { Product } from "./product.ts";

/**
 * Sends the requests of an installation's one caller, each change with a key of its own. @param url an API process's,
 * ending in /v1
 */
export function senderTo(url: string, { token, workspaceId }: Pick<Product, "token" | "workspaceId">): Send {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}${path.includes("?") ? "&" : "?"}workspace_id=${workspaceId}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method !== "GET" && { "x-idempotency-key": randomUUID() }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}
