const MARK = 'UNSIGNED: this report proves nothing, because anybody could have written or changed it.';

/** A report about a person without a signature, marked so in its first lines. */
export const unsignedReport = (why: string, lines: readonly string[]): string =>
  `${[MARK, why, '', ...lines].join('\n')}\n`;

export const isUnsignedReport = (text: string): boolean => text.startsWith(`${MARK}\n`);
