// Which names a nickname may stand for, as a relation.

import { nicknames } from "../../domain/identity/nicknames.js";
import type { Engine } from "../engine.js";
import { join, list, type Relation, sql } from "../sql/sql.js";

/** One row per nickname: name VARCHAR, stands_for VARCHAR[]. */
export const stageNicknames = (engine: Engine): Promise<Relation> => {
  const rows = [...nicknames].map(([nickname, names]) => sql`(${nickname}, [${list(names)}])`);
  return engine.createTable("nickname", sql`select * from (values ${join(rows)}) as row(name, stands_for)`);
};
