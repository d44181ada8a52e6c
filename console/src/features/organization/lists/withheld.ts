import type { WithheldData } from '@orgdesk/client';

/** True if everything missing was reported as not found. */
export const isNotFound = (withheld: readonly WithheldData[]): boolean =>
  withheld.length > 0 && withheld.every(({ type }) => type === 'NOT_FOUND');

export const messagesOf = (withheld: readonly WithheldData[]): readonly string[] => [
  ...new Set(withheld.map(({ message }) => message)),
];
