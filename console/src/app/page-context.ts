import type { SessionView } from '@orgdesk/client';

/** What a page is told about the world around it. */
export interface PageContext {
  readonly session: SessionView;
  readonly codeHostName: string;
  readonly codeHostUrl: string | null;
}
