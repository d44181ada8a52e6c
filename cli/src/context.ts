import type { Environment } from '@orgdesk/command-framework/describe-command';
import type { Service } from './connection/failure.ts';
import type { Format } from './output/rows.ts';

export interface Context {
  readonly env: Environment;
  readonly url: string | null;
  readonly format: Format;
  readonly signal: AbortSignal;
  /** `answerMs` is for calls that may take longer than most. */
  readonly connect: (answerMs?: number) => Promise<Service>;
  /** What Ctrl-C then says; null for nothing. Until it is called, that the command can be run again. */
  readonly whenInterrupted: (text: string | null) => void;
}
