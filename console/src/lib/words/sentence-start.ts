/** How a name of the code host begins a sentence. A host name stays as it is: "team.example.com" is no word. */
export const atSentenceStart = (codeHostName: string): string => codeHostName.replace(/^the\b(?![.-])/, 'The');
