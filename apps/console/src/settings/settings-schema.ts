// A module of its own, so that it can come after the page.
export { NewInvitation, NewOrganization, OrganizationName, WorkspaceName } from "@fulmar/contract";
