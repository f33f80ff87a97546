export { type EdgeDoor, edgeDoor } from "./edge-door.ts";
export { addEdge, type ListedEdge, listEdges, removeEdge, renewEdgeToken } from "./edges.ts";
export { forgetEdgeDocuments } from "./forget-documents.ts";
export { resealEdgeDocuments } from "./reseal-documents.ts";
