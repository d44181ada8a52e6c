import { BYTE_ORDER_MARK, csvLine } from '@orgdesk/contract/csv';

export const csvOf = (rows: readonly (readonly string[])[]): string => rows.map(csvLine).join('');

export const downloadCsv = (fileName: string, text: string): void =>
  download(fileName, `${BYTE_ORDER_MARK}${text}`, 'text/csv');

export function download(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
