/** Without it, spreadsheets do not read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes a CSV line (RFC 4180). Cells hold untrusted text: control characters other than tab and line breaks are
 * removed, and an apostrophe precedes what a spreadsheet would run as a formula.
 */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => cellOf(cell ?? '')).join(',')}\r\n`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Characters that are or may become invisible may precede a formula. A leading tab or line break is unsafe by itself. */
const FORMULA = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cn}\p{Co}\p{Cs}]*[=+\-@＝＋－＠\t\r\n]/u;

const QUOTED = /[",;\r\n\t']/;

function cellOf(text: string): string {
  const printable = text.replace(CONTROL, '');
  const safe = FORMULA.test(printable) ? `'${printable}` : printable;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
