/** Offers a text to the browser as a file to save. */
export function download(fileName: string, text: string): void {
  // Without the mark, spreadsheets read CSV in another encoding.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
