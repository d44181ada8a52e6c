/** Sentences that many endpoints refuse with, by what they are about: told once, and named in the section of an endpoint. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  'no session': ['Please sign in to continue.'],
  'no organization': ['Please select an organization first.'],
  'not a member': ['This organization was not found, or you are not a member of it.'],
  'other site': ['This request came from another site and was refused.'],
  'no JSON': [
    'The request body is not valid JSON.',
    'The request is too large.',
    'Please send JSON, with the header Content-Type: application/json.',
  ],
  'sign-in revoked': ['The code host no longer accepts your sign in. Please sign in again.'],
  'rules of the organization': [
    'This organization asks for single sign-on. Please sign on at the code host, then sign in again.',
    'This organization does not allow the address that orgdesk calls from.',
    'The code host does not let orgdesk do this for you. The App may be suspended in this organization, or lack a permission there: GET /api/organizations/{login}/access tells which, and who can mend it.',
  ],
  'code host away': ['API rate limit exceeded', 'The code host could not be asked. Please try again.'],
  'database away': [
    'The database of this service does not answer at the moment. Please try again.',
    'This service has too much to do at the moment. Please try again.',
  ],
};
/** Fewer, and they are told with each endpoint. */
const USUAL_AT_LEAST = 8;

/** The rows behind each name of `USUAL`; throws for a sentence that is not said, or not by many. */
export function usualRefusals(refusalsOfEach: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> {
  const counts = new Map<string, number>();
  for (const row of refusalsOfEach.flat()) counts.set(row, (counts.get(row) ?? 0) + 1);
  const rowOf = (sentence: string): string => {
    const row = [...counts.keys()].find((each) => each.endsWith(` | ${sentence}`));
    if (row === undefined || (counts.get(row) ?? 0) < USUAL_AT_LEAST) {
      throw new Error(`not a usual refusal, in scripts/generate/usual-refusals.ts: ${sentence}`);
    }
    return row;
  };
  return new Map(Object.entries(USUAL).map(([name, sentences]) => [name, sentences.map(rowOf)]));
}
