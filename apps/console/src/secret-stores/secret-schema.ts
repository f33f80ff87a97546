// A module of its own, so that it can come after the page.
export {
  CreateSecret,
  CreateSecretStore,
  CreateSecretVersion,
  UpdateSecret,
  UpdateSecretStore,
} from "@fulmar/contract";
