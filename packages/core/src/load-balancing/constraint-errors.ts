import { conflict, type DomainError } from "../request/domain-error.ts";

export function loadBalancerNameTaken(): DomainError {
  return conflict("name_taken", "The workspace has another load balancer of this name; choose another name.");
}

/**
 * What requests that came at the same time could not see of each other; changes of one balancer wait for each other.
 */
export const loadBalancingConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  load_balancer_name_unique: loadBalancerNameTaken,
};
