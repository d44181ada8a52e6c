/**
 * The cells of CSV, trimmed, also where a quoted one has separators and line ends in it. A quote that is never closed
 * is a sign like any other, so that nothing is lost behind it.
 */
export function rowsIn(text: string, separator: string): readonly (readonly string[])[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"[ ]*(?=[${separator}\\r\\n]|$)|([^${separator}\\r\\n]*))([${separator}]|\\r?\\n|\\r|$)`,
    'y',
  );
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end !== separator) rows.push([]);
  }
  return rows;
}
