/** A step is a version of the schema; an empty database has 0. */
export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  readonly applied: readonly string[];
}

export interface SchemaState {
  readonly step: number;
  readonly programStep: number;
  /** Oldest step that this program upgrades. */
  readonly oldestStep: number;
  readonly pending: readonly string[];
  /** True if this program works with the database, possibly after missing migrations. */
  readonly serves: boolean;
}
