// A module of its own, so that it can come after the page.
import { Description, Name } from "@fulmar/contract";
import { z } from "zod";

export const NameAndDescription = z.object({ name: Name, description: Description.nullable() });
