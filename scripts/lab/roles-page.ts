/** The page that `npm run roles` opens headlessly. Not part of the built page. */
import { createAgent } from "../../src/cohort/agent.ts";
import { measureRoles, type RoleSkill } from "../../src/cohort/role-skill.ts";
import { FAMILY_IDS } from "../../src/policies/families.ts";

declare global {
  interface Window {
    measureRoles(cohortSeed: number, samples: number, checkpointBase: string): Promise<RoleSkill>;
  }
}

window.measureRoles = (cohortSeed, samples, checkpointBase) =>
  measureRoles(createAgent(), { taskId: "addition-roles", cohortSeed, families: FAMILY_IDS, samples, checkpointBase });
