import type { OperationId } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { createImage } from "./create-image.ts";
import { copyImage, deleteImageCopy } from "./image-copies.ts";
import { deleteImage, getImage, listImages, updateImage } from "./images.ts";
import { importImage } from "./import-image.ts";

type ImageOperationId = Extract<OperationId, `image.${string}`>;

export const imageHandlers: { [Id in ImageOperationId]: Handler<Id> } = {
  "image.list": listImages,
  "image.create": createImage,
  "image.import": importImage,
  "image.get": getImage,
  "image.update": updateImage,
  "image.delete": deleteImage,
  "image.copy": copyImage,
  "image.deleteCopy": deleteImageCopy,
};
