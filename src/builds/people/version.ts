// Version of the people step. The resolution state of a build is read only by the same version.

/** Raise it when the step gives another result for the same inputs. */
export const peopleVersion = 36;
