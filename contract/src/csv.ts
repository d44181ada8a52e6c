/** Without the mark, spreadsheets read UTF-8 as another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A line of a CSV file (RFC 4180), the only place that writes one. Cells hold text written by others: control characters
 * other than tab and line breaks are removed first, then a cell that a spreadsheet would run as a formula gets an
 * apostrophe in front.
 */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => cellOf(cell ?? '')).join(',')}\r\n`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Blanks and characters without width may stand in front; a leading tab or line break is unsafe by itself. */
const FORMULA = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠\t\r\n]/u;

const QUOTED = /[",;\r\n\t']/;

function cellOf(text: string): string {
  const printable = text.replace(CONTROL, '');
  const safe = FORMULA.test(printable) ? `'${printable}` : printable;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
