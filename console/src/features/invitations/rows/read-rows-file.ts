import { JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import { formatCount } from '../../../lib/words/reader-locale.ts';

const FILE_MAX_BYTES = 4 * 1024 * 1024;

export type RowsFile = { readonly text: string } | { readonly refusal: string };

/** Reads UTF-8 or UTF-16 text of up to 4 MB. */
export async function readRowsFile(file: File): Promise<RowsFile> {
  const name = `“${file.name}”`;
  if (file.size > FILE_MAX_BYTES) {
    return {
      refusal: `${name} is larger than 4 MB, so it was not read. A list of ${formatCount(JOB_ROWS_MAX)} people, which is what one job takes, is much smaller: leave out other columns, or split it.`,
    };
  }
  const bytes = await file
    .arrayBuffer()
    .then((buffer) => new Uint8Array(buffer))
    .catch(() => null);
  if (bytes === null) return { refusal: `${name} could not be read. Choose it again.` };
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return { refusal: notText(name) };
  const encoding = encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? { refusal: notText(name) } : { text };
  } catch {
    return {
      refusal: `${name} is not in UTF-8, so what is in it cannot be told for sure. Save it as “CSV UTF-8” and choose it again.`,
    };
  }
}

const notText = (name: string): string =>
  `${name} is not a text file, or in an encoding that is not known here. Save the list as “CSV UTF-8” or text first.`;

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
