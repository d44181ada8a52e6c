import type { Failed } from './outcome.ts';

/** What is told last of a list that broke off. */
export const BROKEN_OFF: Failed = {
  error: 'The list broke off before its end. Please try again.',
  status: null,
  retryAfterSeconds: null,
};

/** No line of the service comes near: 10,000 people in one have some two million. More without an end is something else. */
const LINE_MAX_CHARACTERS = 64 * 1024 * 1024;

/** The values of an answer of lines of JSON (NDJSON). Throws at a line that is none, one that is cut off among them. */
export async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  /** What came of the line that has not ended. Joined once: a long line comes in many pieces. */
  let begun: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const [first = '', ...lines] = decoder.decode(value, { stream: true }).split('\n');
    begun.push(first);
    length += first.length;
    if (length > LINE_MAX_CHARACTERS) throw new Error('These are no lines of JSON.');
    for (const next of lines) {
      const line = begun.join('');
      if (line.trim() !== '') yield JSON.parse(line);
      begun = [next];
      length = next.length;
    }
  }
  const rest = begun.join('');
  if (rest.trim() !== '') yield JSON.parse(rest);
}
