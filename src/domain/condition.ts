// A condition chooses rows by one column, one property or one trait. Nulls are left out unless `_null: true` asks for them.
// Required conditions are joined by AND; those marked `optional` form one OR group; both groups are joined by AND.

export type ConditionValue = string | number | boolean;

/** The operators of the API, as written there. `_matches` is an unanchored RE2 expression. */
export interface Operators {
  _eq?: ConditionValue;
  _neq?: ConditionValue;
  _gt?: ConditionValue;
  _gte?: ConditionValue;
  _lt?: ConditionValue;
  _lte?: ConditionValue;
  _in?: ConditionValue[];
  _nin?: ConditionValue[];
  _null?: boolean;
  _nnull?: boolean;
  _matches?: string;
}

export interface ColumnCondition extends Operators {
  column_name: string;
  optional?: boolean;
}
export interface PropertyCondition extends Operators {
  property: string;
  optional?: boolean;
}
export interface TraitCondition extends Operators {
  name: string;
  optional?: boolean;
}
