/** Without the mark, spreadsheets read UTF-8 as another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line as in RFC 4180. What was written by others may begin as a formula does: such a cell has an apostrophe in front. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => cellOf(cell ?? '')).join(',')}\r\n`;

function cellOf(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
