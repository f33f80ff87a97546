import { listOperatorEvents } from "./operator-events.ts";
import { createOperatorToken, getOperatorToken, listOperatorTokens, revokeOperatorToken } from "./operator-tokens.ts";
import { addOperator, getOperator, getSelf, listOperators, removeOperator, setOperatorRole } from "./operators.ts";
import {
  getOrganizationForOperator,
  listOrganizationsForOperator,
  resumeOrganization,
  setOrganizationCredit,
  suspendOrganization,
  topUpOrganization,
} from "./organizations.ts";
import { endPersonsSessions, getPerson, listPeople, resetSecondFactor } from "./people.ts";

export const installationHandlers = {
  "operator.self": getSelf,
  "operator.list": listOperators,
  "operator.get": getOperator,
  "operator.add": addOperator,
  "operator.setRole": setOperatorRole,
  "operator.remove": removeOperator,
  "operatorToken.list": listOperatorTokens,
  "operatorToken.get": getOperatorToken,
  "operatorToken.create": createOperatorToken,
  "operatorToken.revoke": revokeOperatorToken,
  "operatorEvent.list": listOperatorEvents,
  "operatorOrganization.list": listOrganizationsForOperator,
  "operatorOrganization.get": getOrganizationForOperator,
  "operatorOrganization.suspend": suspendOrganization,
  "operatorOrganization.resume": resumeOrganization,
  "operatorOrganization.topUp": topUpOrganization,
  "operatorOrganization.setCredit": setOrganizationCredit,
  "operatorPerson.list": listPeople,
  "operatorPerson.get": getPerson,
  "operatorPerson.endSessions": endPersonsSessions,
  "operatorPerson.resetSecondFactor": resetSecondFactor,
} as const;
