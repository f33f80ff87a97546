export { foresee } from "./foresee.ts";
