// Generated from the contract by `npm run generate`.

import type { OperationShape } from "../request.ts";

export const OPERATOR_OPERATIONS: Readonly<Record<string, OperationShape>> = {
  "operator.self": {"method":"GET","path":"/operator/self","anywhere":true},
  "operator.list": {"method":"GET","path":"/operator/operators","query":["limit","cursor"],"list":true,"anywhere":true},
  "operator.get": {"method":"GET","path":"/operator/operators/{user_id}","anywhere":true},
  "operator.add": {"method":"POST","path":"/operator/operators","body":true,"key":true,"change":true,"anywhere":true},
  "operator.setRole": {"method":"PATCH","path":"/operator/operators/{user_id}","body":true,"change":true,"anywhere":true},
  "operator.remove": {"method":"DELETE","path":"/operator/operators/{user_id}","change":true,"anywhere":true},
  "operatorToken.list": {"method":"GET","path":"/operator/tokens","query":["limit","cursor"],"list":true,"anywhere":true},
  "operatorToken.get": {"method":"GET","path":"/operator/tokens/{token_id}","anywhere":true},
  "operatorToken.create": {"method":"POST","path":"/operator/tokens","body":true,"key":true,"change":true,"anywhere":true},
  "operatorToken.revoke": {"method":"DELETE","path":"/operator/tokens/{token_id}","change":true,"anywhere":true},
  "operatorEvent.list": {"method":"GET","path":"/operator/events","query":["limit","cursor","organization_id","actor_id","resource_id"],"list":true,"anywhere":true},
  "operatorOrganization.list": {"method":"GET","path":"/operator/organizations","query":["limit","cursor","search","suspended"],"list":true,"anywhere":true},
  "operatorOrganization.get": {"method":"GET","path":"/operator/organizations/{organization_id}","anywhere":true},
  "operatorOrganization.suspend": {"method":"POST","path":"/operator/organizations/{organization_id}/suspend","body":true,"key":true,"change":true,"anywhere":true},
  "operatorOrganization.resume": {"method":"POST","path":"/operator/organizations/{organization_id}/resume","key":true,"change":true,"anywhere":true},
  "operatorOrganization.topUp": {"method":"POST","path":"/operator/organizations/{organization_id}/top-ups","body":true,"key":true,"change":true,"anywhere":true},
  "operatorOrganization.setCredit": {"method":"PUT","path":"/operator/organizations/{organization_id}/credit-limit","body":true,"change":true,"anywhere":true},
};
