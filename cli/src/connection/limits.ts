export interface AnswerLimits {
  /** Of an answer in one piece, also after decompression. */
  readonly maxBytes: number;
  /** Until an answer in one piece is complete. */
  readonly answerMs: number;
  /** Between two parts of a list or file. */
  readonly silenceMs: number;
  /** Until a list or file is complete. */
  readonly streamMs: number;
}

const MINUTE_MS = 60_000;

/** README.md names them. The service answers in less, and ends its lists after 5 minutes, its files after 30. */
export const ANSWER_LIMITS: AnswerLimits = {
  maxBytes: 64 * 1024 * 1024,
  answerMs: 2 * MINUTE_MS,
  silenceMs: MINUTE_MS,
  streamMs: 31 * MINUTE_MS,
};

/** Reading a whole organization takes up to 5 minutes. */
export const ORGANIZATION_ANSWER_MS = 6 * MINUTE_MS;

/** Of a list that is kept in memory: all its lines, or all its pages. */
export const LIST_MAX_CHARACTERS = 64 * 1024 * 1024;
