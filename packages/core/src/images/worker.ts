import { bringImages } from "./bring-images.ts";
import { imageCreateSaga } from "./create-image.ts";
import { removeImages, removeLeftoverImages } from "./remove-images.ts";

export const imageSagas = [imageCreateSaga] as const;

export const imageReconcilers = [bringImages, removeImages, removeLeftoverImages] as const;
