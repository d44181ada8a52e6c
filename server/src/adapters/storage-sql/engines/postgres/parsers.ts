import pg from 'pg';

const { INT8, JSON: JSON_TYPE } = pg.types.builtins;

/** As `pg` reads values, but 64-bit integers as numbers (all of ours are safe ones) and JSON as the text it is. */
export function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === INT8) return Number;
  if (type === JSON_TYPE) return String;
  return pg.types.getTypeParser(type, format as 'text');
}
