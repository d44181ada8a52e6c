const FILE_MAX_BYTES = 1024 * 1024;

/** The text of a file, or why it has none, as a sentence. */
export type NamesFile = { readonly text: string } | { readonly refusal: string };

/** Reads a text or CSV file, in UTF-8 or as spreadsheets write "Unicode text". */
export async function readNamesFile(file: File): Promise<NamesFile> {
  if (file.size > FILE_MAX_BYTES) return { refusal: `“${file.name}” is larger than 1 MB. A list of names is smaller.` };
  const text = await textOf(file);
  return text === null
    ? { refusal: `“${file.name}” is not a text file. Save the list as CSV or text first.` }
    : { text };
}

async function textOf(file: File): Promise<string | null> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
    return text.includes('\0') || text.startsWith('PK\u0003') ? null : text;
  } catch {
    return null;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
