import { randomUUID } from "node:crypto";
import type { Send } from "@fulmar/testkit/stack";
import type { Product } from "./product.ts";

/**
 * Sends requests for an installation's caller, with a new idempotency key for each change. @param url base URL of an
 * API process, ending in /v1
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
