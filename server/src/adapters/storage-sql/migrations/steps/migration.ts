import type { RawBuilder } from 'kysely';
import type { TableWords } from '../../engines/engine.ts';

/** One step of the schema. */
export interface Migration {
  readonly name: string;
  /** Version of the oldest program that works on a database with this step; left out by steps that only add. */
  readonly serves?: number;
  readonly statements: (words: TableWords) => readonly RawBuilder<unknown>[];
}
