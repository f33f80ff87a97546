/** The most steps from a resource that a graph shows. */
export const MOST_DEPTH = 5;

/** How one resource uses another, as the words between their names. */
export const RELATIONS = {
  part_of: "is part of",
  in: "is in",
  attached: "has attached",
  connected_by: "is connected by",
  routes_through: "reaches the internet through",
  peered_with: "is peered with",
  serves: "translates the addresses of",
  addressed_by: "is reached at",
  follows: "follows the addresses of",
  protected_by: "is protected by",
  names: "names in its rules",
  forwards_to: "forwards to",
  sends_to: "sends requests to",
  certificate: "has its certificate in",
  origin: "serves from",
  access_to: "gives access to",
  copy_of: "is a copy of",
  increment_of: "continues",
  made_by: "was made by",
} as const;

export type RelationName = keyof typeof RELATIONS;
export const RELATION_NAMES = Object.keys(RELATIONS) as RelationName[];
