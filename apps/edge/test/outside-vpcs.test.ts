import type { EdgeDocument } from "@fulmar/edge-protocol";
import { expect, test } from "vitest";
import type { Wanted } from "../src/engine.ts";
import { outsideVpcs } from "../src/outside-vpcs.ts";

test("a front host serves no load balancer of a VPC, whose addresses mean other machines there", async () => {
  const given: string[][] = [];
  const engine = outsideVpcs({
    ...{
      kinds: ["load_balancer"],
      server: "",
      health: async () => new Map(),
      usage: async () => ({}),
      close: async () => undefined,
    },
    async apply({ documents }: Wanted<"load_balancer">) {
      given.push([...documents.keys()]);
      return [];
    },
  });
  const document = (id: string, subnetId: string | null): [string, EdgeDocument<"load_balancer">] => {
    const body = { name: id, publicIp: "198.51.100.7", subnetId, pools: [], listeners: [] };
    return [id, { kind: "load_balancer", id, revision: 3, sequence: 1, body }];
  };
  const documents = new Map([document("lb_site", null), document("lb_vpc", "sub_1")]);
  expect(await engine.apply({ documents, changed: undefined }, new AbortController().signal)).toEqual([
    { kind: "load_balancer", id: "lb_vpc", revision: 3, message: expect.stringContaining("do not reach into VPCs") },
  ]);
  expect(given).toEqual([["lb_site"]]);
});
