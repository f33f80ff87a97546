import type { Handler } from "../request/context.ts";
import { changeSecretVersion } from "./change-secret-version.ts";

export const enableSecretVersion: Handler<"secretVersion.enable"> = (context, path) =>
  changeSecretVersion(context, path, "enabled");
