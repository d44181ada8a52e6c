import { JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import { decodeText, type Encoding, fileKindOf, ROWS_FILE_MAX_BYTES } from '@orgdesk/people-files/decode-text';
import { formatCount } from '../../../lib/reader-locale.ts';
import { ArchiveRefusal } from './unzip.ts';

export interface RowsText {
  readonly text: string;
  /** Null for a workbook or pasted text. */
  readonly encoding: Encoding | null;
  readonly sheets: readonly { readonly name: string; readonly text: string }[];
}

/** Reads text or an Excel workbook of up to 4 MB. */
export async function readRowsFile(file: File): Promise<RowsText | { readonly refusal: string }> {
  const name = `“${file.name}”`;
  if (file.size > ROWS_FILE_MAX_BYTES) return { refusal: `${name} is larger than 4 MB. ${SMALLER}` };
  const bytes = await file
    .arrayBuffer()
    .then((buffer) => new Uint8Array(buffer))
    .catch(() => null);
  if (bytes === null) return { refusal: `Couldn’t read ${name}. Choose it again.` };
  const kind = fileKindOf(bytes);
  if (kind === 'workbook') return readSheets(name, bytes);
  if (kind === 'older-workbook') {
    return {
      refusal: `${name} is an older or protected Excel file. Save it as an Excel workbook (.xlsx) without a password.`,
    };
  }
  const read = decodeText(bytes);
  return read === null
    ? { refusal: `${name} isn’t a text file or an Excel workbook. Save it as CSV, then choose it again.` }
    : { ...read, sheets: [] };
}

async function readSheets(name: string, bytes: Uint8Array): Promise<RowsText | { readonly refusal: string }> {
  try {
    const { readWorkbook } = await import('./read-workbook.ts');
    const sheets = await readWorkbook(bytes);
    const [first] = sheets;
    return first === undefined
      ? { refusal: `${name} has no cells in a visible sheet.` }
      : { text: first.text, encoding: null, sheets };
  } catch (thrown) {
    if (!(thrown instanceof ArchiveRefusal))
      return { refusal: `Couldn’t open ${name}. Save it as CSV, then choose it again.` };
    return {
      refusal: thrown.isTooLarge
        ? `${name} has too many cells. ${SMALLER}`
        : `${name} isn’t a readable Excel workbook. Save it as CSV, then choose it again.`,
    };
  }
}

const SMALLER = `Remove unused columns and sheets, or split it into batches of up to ${formatCount(JOB_ROWS_MAX)} people.`;
