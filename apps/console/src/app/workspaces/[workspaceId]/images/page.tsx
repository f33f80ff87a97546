import type { Metadata } from "next";
import { ImageListPage } from "@/images/image-list.tsx";
import { imageList } from "@/images/image-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Images" };

export default listRoute(imageList, ImageListPage);
