import {
  BackupPolicyEnableRequest,
  CreateCloudVm,
  CreateNatGateway,
  fieldErrorsOf,
  loadBalancerTargetCreate,
  NewApiToken,
} from "@fulmar/contract";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { describeFieldError } from "./describe-field-error.ts";

function messageOf(schema: z.ZodType, value: unknown, field: string): string {
  const { error } = schema.safeParse(value);
  return (error === undefined ? [] : fieldErrorsOf(error)).find((found) => found.field === field)?.message ?? "nothing";
}

describe("describeFieldError", () => {
  test.each<[string, z.ZodType, unknown, string, string]>([
    ["Plan", CreateCloudVm, { plan_id: "" }, "plan_id", "Choose a plan."],
    ["Image", CreateCloudVm, {}, "template_id", "Choose an image."],
    ["VM", loadBalancerTargetCreate.body, { vm_id: "" }, "vm_id", "Choose a VM."],
    ["Subnets", CreateNatGateway, { subnet_ids: [] }, "subnet_ids", "Choose at least one subnet."],
    ["Scopes", NewApiToken, { scopes: [] }, "scopes", "Choose at least one scope."],
  ])("asks for a choice when none was made: %s", (label, schema, value, field, words) => {
    expect(describeFieldError(label, messageOf(schema, value, field), true)).toBe(words);
  });

  test("keeps other messages about a choice, and asks for a missing one", () => {
    expect(describeFieldError("Subnets", "must name each subnet once", true)).toBe(
      "Subnets must name each subnet once.",
    );
    expect(describeFieldError("Certificate", "is required where protocol is https", true)).toBe(
      "Choose a certificate.",
    );
  });

  test("says what is wrong with a typed value", () => {
    expect(describeFieldError("Name", messageOf(CreateCloudVm, { name: "" }, "name"), false)).toBe(
      "Name must not be empty.",
    );
    expect(
      describeFieldError(
        "Keep for",
        messageOf(BackupPolicyEnableRequest, { retention_days: 0 }, "retention_days"),
        false,
      ),
    ).toBe("Keep for must be at least 1.");
  });
});
