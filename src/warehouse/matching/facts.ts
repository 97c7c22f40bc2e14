// What the model of pairs has to know of the profiles as a whole.

import type { Relation, Sql } from "../sql/sql.js";
import { sql } from "../sql/sql.js";

/** One row: profiles, and of each value that is weighed by how common it is, the sum of the squared shares: 0 where nobody has one. */
export const profileStatistics = (profiles: Relation): Sql => sql`
  select count(*) as profiles,
    coalesce(avg(profile.first_name_share), 0) as first_name,
    coalesce(avg(profile.last_name_share), 0) as last_name,
    coalesce(avg(profile.postcode_share), 0) as postcode
  from ${profiles} as profile`;
