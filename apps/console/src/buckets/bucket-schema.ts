// A module of its own, so that it can come after the page.
export { CreateBucket } from "@fulmar/contract";
