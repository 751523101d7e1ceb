/** The list of methods. Adding one touches its file, its test, METHODS in method.ts and this list. */
import type { Method, MethodId } from "../method.ts";
import { base } from "./base.ts";
import { coRewarding1 } from "./co-rewarding-1.ts";
import { coRewarding2 } from "./co-rewarding-2.ts";
import { coRl } from "./co-rl.ts";
import { comas } from "./comas.ts";
import { coverrl } from "./coverrl.ts";
import { gtReward } from "./gt-reward.ts";
import { intuitor } from "./intuitor.ts";
import { maporl } from "./maporl.ts";
import { rent } from "./rent.ts";
import { rlccf } from "./rlccf.ts";
import { ttrl } from "./ttrl.ts";

export const METHOD_LIST: readonly Method[] = [
  base,
  gtReward,
  ttrl,
  rent,
  intuitor,
  coRewarding1,
  coRewarding2,
  coRl,
  rlccf,
  comas,
  maporl,
  coverrl,
];

/** A method by id. Throws RangeError where there is none. */
export function methodById(id: MethodId): Method {
  const method = METHOD_LIST.find((candidate) => candidate.id === id);
  if (!method) throw new RangeError(`There is no method "${id}".`);
  return method;
}
