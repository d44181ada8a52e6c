/** Capitalizes "the" in "the code host", but not a host name. */
export const atSentenceStart = (codeHostName: string): string => codeHostName.replace(/^the\b(?![.-])/, 'The');

export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
