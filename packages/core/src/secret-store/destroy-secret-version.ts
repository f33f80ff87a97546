import type { Handler } from "../request/context.ts";
import { changeSecretVersion } from "./change-secret-version.ts";

export const destroySecretVersion: Handler<"secretVersion.destroy"> = (context, path) =>
  changeSecretVersion(context, path, "destroyed");
