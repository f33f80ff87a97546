import { expect } from "vitest";
import type { ApiResponse } from "./api-fixture.ts";

/** How zod's own messages begin. Our errors say what to send instead. */
const LIBRARYS_OWN = /^(Invalid|Too small|Too big|Unrecognized)/;

/**
 * Expects the exact shape of an error (spec: Errors; design: Error body).
 * @param of describes the request in the assertion's message
 */
export function expectError(response: ApiResponse, status: number, code: string, of?: string): void {
  const { body } = response;
  expect({ status: response.status, code: body?.code, detail: body?.detail }, of).toEqual({
    status,
    code,
    detail: expect.any(String),
  });
  const { detail, request_id, errors, blockers, code: _, ...rest } = body;
  expect(rest).toEqual({});
  expect(detail).toMatch(/^[A-Z].{10,}[.>]$/s);
  expect(request_id).toBe(response.headers["x-request-id"]);
  expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  if (errors !== undefined)
    for (const error of errors)
      expect(error).toEqual({ field: expect.any(String), message: expect.not.stringMatching(LIBRARYS_OWN) });
  if (blockers !== undefined)
    for (const blocker of blockers)
      expect(blocker).toEqual({ type: expect.any(String), id: expect.any(String), name: expect.any(String) });
  expect(response.headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined);
}
