import { expect, test } from "vitest";
import { readableAddress } from "./readable-address.ts";

test.each(["/", "/workspaces/1?search=%ff", "/invitations/%C3%A9%00", "//x"])(
  "the address %s stays as it is",
  (address) => {
    expect(readableAddress(address)).toBe(address);
  },
);

test.each(["*", "http://elsewhere.example/", "/workspaces/%ff", "/invitations/%E0%A4%A", "/%", "/%zz?search=a"])(
  "the malformed address %s becomes /404",
  (address) => {
    expect(readableAddress(address)).toBe("/404");
  },
);
