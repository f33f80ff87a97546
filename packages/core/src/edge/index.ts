export { type EdgeDoor, edgeDoor } from "./edge-door.ts";
export { addEdge, type ListedEdge, listEdges, removeEdge, renewEdgeToken, setEdgeLineRate } from "./edges.ts";
export { forgetEdgeDocuments } from "./forget-documents.ts";
export { resealEdgeDocuments } from "./reseal-documents.ts";
