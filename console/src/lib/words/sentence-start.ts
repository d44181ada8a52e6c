/** Capitalizes "the" in "the code host", but not a host name. */
export const atSentenceStart = (codeHostName: string): string => codeHostName.replace(/^the\b(?![.-])/, 'The');
