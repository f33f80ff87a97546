// Runs before all tests: the record of an earlier run says nothing of this one.
export { forgetUses as default } from "./uses.ts";
