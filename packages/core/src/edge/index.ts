export { type EdgeDoor, edgeDoor } from "./edge-door.ts";
export {
  addEdge,
  isEdgeTokenInForce,
  type ListedEdge,
  listEdges,
  readEdge,
  removeEdge,
  renewEdgeToken,
  servedByEdgeAlone,
  setEdgeLineRate,
} from "./edges.ts";
export { forgetEdgeDocuments } from "./forget-documents.ts";
export { resealEdgeDocuments } from "./reseal-documents.ts";
