import type { WithheldData } from '@orgdesk/client';

/** Whether all that is missing is missing because the code host knows of no such thing. */
export const isNotFound = (withheld: readonly WithheldData[]): boolean =>
  withheld.length > 0 && withheld.every(({ type }) => type === 'NOT_FOUND');

/** What the code host said, each sentence once. */
export const sentencesOf = (withheld: readonly WithheldData[]): readonly string[] => [
  ...new Set(withheld.map(({ message }) => message)),
];
