import { readFileSync } from 'node:fs';

/** An answer of the service, for the references that repeat it. */
export interface RepeatedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Reads it from the file that `ANSWER_FILE` names: an environment would be too small. */
export function repeatedAnswer(): RepeatedAnswer {
  const { status, headers, body } = JSON.parse(readFileSync(process.env.ANSWER_FILE ?? '', 'utf8')) as {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  return { status, headers, bytes: Buffer.from(body, 'base64') };
}

export const answerText = (status: number, headers: Readonly<Record<string, string>>, bytes: Buffer): string =>
  JSON.stringify({ status, headers, body: bytes.toString('base64') });
