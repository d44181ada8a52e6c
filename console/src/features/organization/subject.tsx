import type { OrganizationView } from '@orgdesk/client';
import { type ComponentType, createContext, useContext } from 'react';

/** The organization a page is about, as its parts need to know it. */
export interface Subject {
  readonly login: string;
  /** How it is called in sentences. */
  readonly name: string;
  /** Null while it is being read. */
  readonly organization: OrganizationView | null;
  /** Whether the page says already, above all tabs, why something does not show. */
  readonly isExplained: boolean;
  /** Tells why something does not show, where the page does not say so already. */
  readonly Why: ComponentType<WhyProps>;
}

export interface WhyProps {
  /** Where there may be nothing to tell: it shows only when something is in the way. */
  readonly isOptional?: boolean;
}

export const SubjectContext = createContext<Subject | null>(null);

/** The organization that the page around is about. */
export function useSubject(): Subject {
  const subject = useContext(SubjectContext);
  if (subject === null) throw new Error('A part of an organization was shown outside of its page');
  return subject;
}

/** Whether the App works in an organization. */
export const hasWorkingApp = ({ suspendedAt, hasAppInstalled }: OrganizationView): boolean =>
  suspendedAt === null && hasAppInstalled;
