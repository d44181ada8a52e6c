import type { Environment } from '../../server/src/commands/framework/describe-command.ts';
import type { Service } from './connection/failure.ts';
import type { Format } from './output/rows.ts';

export interface Context {
  readonly env: Environment;
  readonly url: string | null;
  readonly format: Format;
  readonly signal: AbortSignal;
  readonly connect: () => Promise<Service>;
  readonly whenInterrupted: (text: string | null) => void;
}
