import pg from 'pg';

const { INT8, JSON: JSON_TYPE } = pg.types.builtins;

/** Returns 64-bit integers as numbers (ours are safe) and JSON as text. */
export function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === INT8) return Number;
  if (type === JSON_TYPE) return String;
  return pg.types.getTypeParser(type, format as 'text');
}
