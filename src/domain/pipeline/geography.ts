// Geography of a pipeline: where its people live, by the addresses of their own records.

export interface PeopleAtHome {
  individuals: number;
  /** Different addresses of people who have a whole one. */
  residences: number;
}

export interface GeographyArea extends PeopleAtHome {
  /** Members of each cohort of the population, by ID. */
  cohorts: Record<string, PeopleAtHome>;
}

/** Areas by their postcode or state. Those with few people are left out, so that none describes one person. */
export interface Geography {
  postcodes: Record<string, GeographyArea>;
  states: Record<string, GeographyArea>;
}
