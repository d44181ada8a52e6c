import { type Failed, UnusableAnswer } from './outcome.ts';

export const BROKEN_OFF: Failed = {
  error: 'The list broke off before its end. Please try again.',
  status: null,
  retryAfterSeconds: null,
  code: 'broken-off',
};

/** Bounds memory. A line of 10,000 people has some two million characters. */
const LINE_MAX_CHARACTERS = 64 * 1024 * 1024;

/** Parses NDJSON. Throws on an invalid or truncated line. Where answers have no stream (React Native), waits for all. */
export async function* linesOf(answer: Response): AsyncGenerator<unknown, void> {
  if (answer.body) return yield* linesIn(answer.body);
  for (const line of (await answer.text()).split('\n')) if (line.trim() !== '') yield JSON.parse(line);
}

async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  /** Pieces of the current line, joined once at its end. */
  let lineChunks: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const [first = '', ...lines] = decoder.decode(value, { stream: true }).split('\n');
    lineChunks.push(first);
    length += first.length;
    if (length > LINE_MAX_CHARACTERS)
      throw new UnusableAnswer('The list has a line of more than 64 MB, which was not read.', 'answer-too-large');
    for (const next of lines) {
      const line = lineChunks.join('');
      if (line.trim() !== '') yield JSON.parse(line);
      lineChunks = [next];
      length = next.length;
    }
  }
  const rest = lineChunks.join('');
  if (rest.trim() !== '') yield JSON.parse(rest);
}
