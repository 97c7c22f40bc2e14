// The version of the people step. The memory that one build leaves to the next is only read by the same version.

/** Raise it when the step makes another result from the same inputs. */
export const peopleVersion = 6;
