import type { OrganizationView } from '@orgdesk/client';
import { type ComponentType, createContext, useContext } from 'react';

export interface Subject {
  readonly login: string;
  readonly name: string;
  readonly organization: OrganizationView | null;
  readonly isExplained: boolean;
  /** Explains missing data unless the page does. */
  readonly Why: ComponentType<WhyProps>;
}

export interface WhyProps {
  readonly isOptional?: boolean;
}

export const SubjectContext = createContext<Subject | null>(null);

export function useSubject(): Subject {
  const subject = useContext(SubjectContext);
  if (subject === null) throw new Error('A part of an organization was shown outside of its page');
  return subject;
}

/** False while unknown, and where the service would refuse because the App does not work. */
export function useMayRead(): boolean {
  const { organization, isExplained } = useSubject();
  return organization !== null && !isExplained;
}
