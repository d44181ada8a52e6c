/** Steps count from 1; an empty database has 0. */
export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  /** Applied steps, in order. */
  readonly applied: readonly string[];
}

export interface SchemaState {
  readonly step: number;
  readonly programStep: number;
  readonly pending: readonly string[];
  /** Whether this program works with the database, possibly after adding missing steps. */
  readonly serves: boolean;
}
