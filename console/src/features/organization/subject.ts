import type { OrganizationView } from '@orgdesk/client';
import type { ReactNode } from 'react';

/** The organization a page is about, as its parts need to know it. */
export interface Subject {
  readonly login: string;
  /** How it is called in sentences. */
  readonly name: string;
  /** Null while it is being read. */
  readonly organization: OrganizationView | null;
  readonly codeHostName: string;
  /** Address of the code host's pages; null while not known. */
  readonly codeHostUrl: string | null;
  /** Tells what keeps the person from seeing all; null where the page says so already. */
  readonly why: ReactNode;
  /** The same where there may be nothing to tell: it shows only when something is in the way. */
  readonly whyIfAny: ReactNode;
}

/** What is known of an organization where it has to be told why something does not show. */
export interface Explained {
  readonly login: string;
  readonly name: string;
  /** Null while it is being read, and when the session does not know it. */
  readonly organization: OrganizationView | null;
  /** Whether to be silent when nothing is in the way. */
  readonly isOptional: boolean;
}

/** Whether the App works in an organization. */
export function appStateOf({ suspendedAt, hasAppInstalled }: OrganizationView): 'installed' | 'missing' | 'suspended' {
  if (suspendedAt !== null) return 'suspended';
  return hasAppInstalled ? 'installed' : 'missing';
}
