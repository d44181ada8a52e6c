import type { WithheldData } from '@orgdesk/client';

/** Why the code host withheld something, as far as that can be told. */
export type WithheldCause = 'single-sign-on' | 'not-allowed' | 'not-found' | 'other';

/** The cause that most needs an answer. */
export function causeOf(withheld: readonly WithheldData[]): WithheldCause {
  // Only its words tell single sign-on apart: the proxy passes on neither headers nor extensions.
  if (withheld.some(({ message }) => /\bSAML\b|single sign-on/i.test(message))) return 'single-sign-on';
  if (withheld.some(({ type }) => type === 'FORBIDDEN')) return 'not-allowed';
  return withheld.some(({ type }) => type === 'NOT_FOUND') ? 'not-found' : 'other';
}

/** What the code host said, each sentence once. */
export const sentencesOf = (withheld: readonly WithheldData[]): readonly string[] => [
  ...new Set(withheld.map(({ message }) => message)),
];
