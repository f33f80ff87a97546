import { expect } from "vitest";
import type { ApiResponse } from "./api-fixture.ts";

/** How zod's own messages begin. Our errors say what to send instead. */
const LIBRARYS_OWN = /^(Invalid|Too small|Too big|Unrecognized)/;

/**
 * Expects the exact shape of an error.
 * @param of describes the request in the assertion's message
 */
export function expectError(response: ApiResponse, status: number, code: string, of?: string): void {
  const { body, headers } = response;
  const { errors, blockers } = body ?? {};
  // One comparison, because tables of tests make it ten thousand times.
  expect(
    {
      status: response.status,
      body,
      "content-type": headers["content-type"],
      "www-authenticate": headers["www-authenticate"],
    },
    of,
  ).toEqual({
    status,
    body: {
      code,
      detail: expect.stringMatching(/^[A-Z].{10,}[.>]$/s),
      request_id: headers["x-request-id"],
      ...(errors !== undefined && { errors: errors.map(() => FIELD_ERROR) }),
      ...(blockers !== undefined && { blockers: blockers.map(() => BLOCKER) }),
    },
    "content-type": "application/json; charset=utf-8",
    "www-authenticate": status === 401 ? "Bearer" : undefined,
  });
}

const FIELD_ERROR = { field: expect.any(String), message: expect.not.stringMatching(LIBRARYS_OWN) };
const BLOCKER = { type: expect.any(String), id: expect.any(String), name: expect.any(String) };
