import { JOB_ROWS_MAX } from '@orgdesk/contract/limits';
import { formatCount } from '../../../lib/words/reader-locale.ts';

const FILE_MAX_BYTES = 4 * 1024 * 1024;

export type RowsFile = { readonly text: string } | { readonly refusal: string };

/** Reads UTF-8 or UTF-16 text of up to 4 MB. */
export async function readRowsFile(file: File): Promise<RowsFile> {
  const name = `“${file.name}”`;
  if (file.size > FILE_MAX_BYTES) {
    return {
      refusal: `${name} is larger than 4 MB. Remove unused columns, or split it into batches of up to ${formatCount(JOB_ROWS_MAX)} people.`,
    };
  }
  const bytes = await file
    .arrayBuffer()
    .then((buffer) => new Uint8Array(buffer))
    .catch(() => null);
  if (bytes === null) return { refusal: `Couldn’t read ${name}. Choose it again.` };
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return { refusal: notText(name) };
  const encoding = encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? { refusal: notText(name) } : { text };
  } catch {
    return {
      refusal: `${name} isn’t in UTF-8. Save it as “CSV UTF-8”, then choose it again.`,
    };
  }
}

const notText = (name: string): string =>
  `${name} isn’t a text file, or its encoding isn’t supported. Save it as “CSV UTF-8”, then choose it again.`;

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
