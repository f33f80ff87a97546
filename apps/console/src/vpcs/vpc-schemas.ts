// A module of its own, so that it can come after the page.
export { CreateNatGateway, CreatePortForward, CreateSubnet, CreateVpc, UpdateSubnet } from "@fulmar/contract";
