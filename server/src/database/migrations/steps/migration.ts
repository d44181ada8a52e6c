import type { RawBuilder } from 'kysely';
import type { DdlDialect } from '../../engines/engine.ts';

export interface Migration {
  readonly name: string;
  /** Oldest program version that works with this step. Default: all, for steps that only add. */
  readonly serves?: number;
  readonly statements: (words: DdlDialect) => readonly RawBuilder<unknown>[];
}
