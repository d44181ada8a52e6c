const WIDTH = 124;

/** Pairs in two columns; line ends of the second are kept. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows
    .map(([first, second]) => `  ${first.padEnd(width)}  ${second.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`)
    .join('\n');
}

export function namedTexts(rows: readonly (readonly [name: string, text: string])[], indent = 2): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const column = indent + width + 2;
  return rows.map(([name, text]) => `${' '.repeat(indent)}${name.padEnd(width)}  ${wrapped(text, column)}`).join('\n');
}

/** Wraps a text from this column on; the first line is not indented. */
export function wrapped(text: string, column: number): string {
  let length = column - 1;
  return text
    .split(' ')
    .reduce((lines, word) => {
      const fits = length + 1 + word.length <= WIDTH;
      length = fits ? length + 1 + word.length : column + word.length;
      return `${lines}${fits ? ' ' : `\n${' '.repeat(column)}`}${word}`;
    }, '')
    .trimStart();
}
