/** Parses CSV and trims cells. An unclosed quote counts as a plain character, so that no text is lost. */
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
